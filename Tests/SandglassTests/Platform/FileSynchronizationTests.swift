import Foundation
import Testing

@testable import Sandglass

@Suite("Law 12: the thorough order to the disk, and the plain one instead of it")
struct FileSynchronizationTests {
  @Test("a file system that does not know the thorough order is given the plain one")
  func unsupported() throws {
    for code in [ENOTSUP, EINVAL, ENOTTY] {
      #expect(try orders(thorough: code, plain: nil) == ["thorough", "plain"])
    }
  }

  @Test("any other failure is reported, and the plain order cannot hide it")
  func failure() {
    let codes = [EIO, ENOSPC, EDQUOT, EROFS, EBADF, EPERM, EACCES, ENODEV, ENXIO, ENOMEM]
    for code in codes {
      #expect(throws: FileError(code: code)) { try orders(thorough: code, plain: nil) }
    }
  }

  @Test("what the thorough order has done is not done again")
  func success() throws {
    #expect(try orders(thorough: nil, plain: EIO) == ["thorough"])
  }

  @Test("a failure of the plain order is reported")
  func plainFailure() {
    #expect(throws: FileError(code: EIO)) { try orders(thorough: ENOTSUP, plain: EIO) }
  }

  /// Synchronises with orders that fail with these codes. Returns the orders that were given.
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
