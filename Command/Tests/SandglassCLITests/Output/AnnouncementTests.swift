import Foundation
import Testing

@testable import sandglass_cli

@Suite("Announcements")
struct AnnouncementTests {
  @Test("The page of the command names each event, and no other")
  func page() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../../Sources/Sandglass/Sandglass.docc/TheCommand.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let row = text.firstMatch(of: /a countdown that is shown \| `event` \((.*?)\)/)
    let list = try #require(row?.1)
    let names = list.split(separator: ", ").map { $0.trimmingCharacters(in: ["`"]) }
    #expect(Set(names) == Set(Announcement.Event.allCases.map(\.rawValue)))
  }
}
