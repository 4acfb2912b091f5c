import Foundation
import Testing

@testable import Sandglass

@Suite("Law 12: full synchronisation with the disk, and the basic one as a fallback")
struct FileSynchronizationTests {
  @Test("a file system without full synchronisation gets the basic one")
  func unsupported() throws {
    for code in [ENOTSUP, EINVAL, ENOTTY] {
      #expect(try orders(thorough: code, plain: nil) == ["thorough", "plain"])
    }
  }

  @Test("any other failure is reported, and the basic synchronisation does not hide it")
  func failure() {
    let codes = [EIO, ENOSPC, EDQUOT, EROFS, EBADF, EPERM, EACCES, ENODEV, ENXIO, ENOMEM]
    for code in codes {
      #expect(throws: FileError(code: code)) { try orders(thorough: code, plain: nil) }
    }
  }

  @Test("after a successful full synchronisation, there is no basic one")
  func success() throws {
    #expect(try orders(thorough: nil, plain: EIO) == ["thorough"])
  }

  @Test("a failure of the basic synchronisation is reported")
  func plainFailure() {
    #expect(throws: FileError(code: EIO)) { try orders(thorough: ENOTSUP, plain: EIO) }
  }

  /// Synchronises with calls that fail with these codes. Returns the calls that were made.
  private func orders(thorough: Int32?, plain: Int32?) throws -> [String] {
    var orders: [String] = []
    func give(_ order: String, _ code: Int32?) throws(FileError) {
      orders.append(order)
      if let code { throw FileError(code: code) }
    }
    try FileCalls.synchronize(
      thoroughly: { () throws(FileError) in try give("thorough", thorough) },
      orPlainly: { () throws(FileError) in try give("plain", plain) })
    return orders
  }
}
