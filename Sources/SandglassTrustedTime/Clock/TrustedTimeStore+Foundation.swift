#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension TrustedTimeStore {
  /// A store in a file, which is replaced as a whole.
  ///
  /// Where it cannot be read or written, nothing is kept.
  ///
  /// - Parameter url: The file, in a folder that exists.
  /// - Returns: The store.
  public static func file(_ url: URL) -> TrustedTimeStore {
    TrustedTimeStore(
      read: { (try? Data(contentsOf: url)).map { String(decoding: $0, as: UTF8.self) } },
      write: { text in try? Data(text.utf8).write(to: url, options: .atomic) })
  }
}
