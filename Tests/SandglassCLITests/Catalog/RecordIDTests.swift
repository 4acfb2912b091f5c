import Sandglass
import SandglassTestSupport
import Testing

@testable import SandglassCLI

@Suite("Ids of kept countdowns")
struct RecordIDTests {
  @Test(
    "An id is the name made easy to type",
    arguments: [
      ("Tea", "tea"), ("My Tea", "my-tea"), ("  Tea!  ", "tea"), ("25m", "25m"), ("1.5s", "1-5s"),
      ("until 18:00 tomorrow", "until-18-00-tomorrow"), ("Frühstück", "frühstück"),
      ("早餐", "早餐"), ("a/../b", "a-b"), ("..", "countdown"), ("🥚", "countdown"),
      ("", "countdown"), ("\u{1B}[2J", "2j"),
    ])
  func stem(_ name: String, _ expected: String) {
    #expect(RecordID.stem(of: name) == expected)
  }

  @Test("An id is short enough for every store, whole characters, and without a dash at its end")
  func length() {
    for name in [
      String(repeating: "a", count: 500), String(repeating: "早", count: 500),
      String(repeating: "a", count: 63) + " b", "e" + String(repeating: "\u{301}", count: 500),
    ] {
      let stem = RecordID.stem(of: name)
      #expect((1...64).contains(stem.utf8.count))
      #expect(!stem.hasSuffix("-"))
    }
  }

  @Test("Names that are alike are numbered")
  func numbers() {
    #expect((1...3).map { RecordID.numbered("tea", $0) } == ["tea", "tea-2", "tea-3"])
  }

  @Test("An id is not taken from one that runs, nor from one that is kept, nor from a torn record")
  func place() throws {
    let folder = TemporaryFolder()
    let catalog = CountdownCatalog(store: folder.store)
    let first = try catalog.newClaim(for: "Tea", besides: [])
    let second = try catalog.newClaim(for: "tea", besides: [])
    try folder.keep("tea-3", remaining: .seconds(60))
    try folder.keep("tea-4", remaining: .seconds(60))
    try folder.tear("tea-4.json")
    let third = try catalog.newClaim(for: "TEA", besides: [])
    #expect([first, second, third].map(\.id) == ["tea", "tea-2", "tea-5"])
  }
}
