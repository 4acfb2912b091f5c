#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
import SandglassTrustedTimeCore

extension TrustedTimeStore {
  /// Returns a store that uses a file. Each write replaces the whole file, and creates its folder if there is none.
  ///
  /// If the file cannot be read or written, is empty or has more than 100,000 bytes, the clock works without
  /// a record.
  ///
  /// - Parameter url: The URL of the file.
  /// - Returns: The store.
  public static func file(_ url: URL) -> TrustedTimeStore {
    TrustedTimeStore(
      read: {
        SmallFile.read(url.path(percentEncoded: false), atMost: TrustedTimeRecord.longestText)
          .map { String(decoding: $0, as: UTF8.self) }
      },
      write: { text in
        try? FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try? Data(text.utf8).write(to: url, options: .atomic)
      })
  }
}
