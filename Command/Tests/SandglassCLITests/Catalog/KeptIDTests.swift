import Sandglass
import SandglassTestSupport
import Testing

@testable import sandglass_cli
@testable import SandglassStores

@Suite("Ids of kept countdowns")
struct KeptIDTests {
  @Test(
    "An id is the name made easy to type",
    arguments: [
      ("Tea", "tea"), ("My Tea", "my-tea"), ("  Tea!  ", "tea"), ("25m", "25m"), ("1.5s", "1-5s"),
      ("until 18:00 tomorrow", "until-18-00-tomorrow"), ("Frühstück", "frühstück"),
      ("早餐", "早餐"), ("a/../b", "a-b"), ("..", "countdown"), ("🥚", "countdown"),
      ("", "countdown"), ("\u{1B}[2J", "2j"),
    ])
  func stem(_ name: String, _ expected: String) {
    #expect(KeptID.stem(of: name) == expected)
  }

  @Test("An id is short enough for every store, whole characters, and without a dash at its end")
  func length() {
    for name in [
      String(repeating: "a", count: 500), String(repeating: "早", count: 500),
      String(repeating: "a", count: 63) + " b", "e" + String(repeating: "\u{301}", count: 500),
    ] {
      let stem = KeptID.stem(of: name)
      #expect((1...64).contains(stem.utf8.count))
      #expect(!stem.hasSuffix("-"))
    }
  }

  @Test("Names that are alike are numbered")
  func numbers() {
    #expect((1...3).map { KeptID.numbered("tea", $0) } == ["tea", "tea-2", "tea-3"])
  }

  @Test("An id is not taken from one that runs, nor from one that is kept, nor from a torn record")
  func place() throws {
    let folder = TemporaryFolder.ofRecords
    let timekeeper = Timekeeper()
    func kept(_ name: String) throws -> String? {
      let countdown = Countdown(.seconds(3600), on: timekeeper)
      countdown.start()
      let ids = CountdownCatalog.newIDs(for: [name], besides: Set(try folder.store.ids()))[0]
      return try Countdown.keep([(countdown, name, AnySequence(ids))], in: folder.store)[0]?.get()
    }
    let first = [try kept("Tea"), try kept("tea")]
    try folder.keep("tea-3", remaining: .seconds(60))
    try folder.keep("tea-4", remaining: .seconds(60))
    try folder.tear("tea-4.json")
    #expect(first + [try kept("TEA")] == ["tea", "tea-2", "tea-5"])
  }

  @Test("Of several that want one id at once, each gets another", .machine)
  func contention() async throws {
    let folder = TemporaryFolder.ofRecords
    let ids = try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<8 {
        group.addTask {
          // As in processes of their own.
          let countdown = Countdown(.seconds(3600), on: Timekeeper())
          countdown.start()
          let ids = CountdownCatalog.newIDs(for: ["tea"], besides: [])[0]
          return try Countdown.keep([(countdown, nil, AnySequence(ids))], in: folder.store)[0]?
            .get()
        }
      }
      return try await group.reduce(into: [String]()) { if let id = $1 { $0.append(id) } }
    }
    #expect(Set(ids) == Set((1...8).map { KeptID.numbered("tea", $0) }))
  }
}
