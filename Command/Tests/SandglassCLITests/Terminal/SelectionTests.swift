import Testing

@testable import sandglass_cli

@Suite("The rows that keys act on")
struct SelectionTests {
  @Test("Down begins with the first row and up with the last, and both go round")
  func moving() {
    let rows = [0, 2, 5]
    var selection = Selection.all
    for expected in [0, 2, 5, 0] {
      selection.down(in: rows)
      #expect(selection == .row(expected))
    }
    selection = .all
    for expected in [5, 2, 0, 5] {
      selection.up(in: rows)
      #expect(selection == .row(expected))
    }
  }

  @Test("From a row that has ended, they go to the next one that has not")
  func ended() {
    var selection = Selection.row(3)
    selection.down(in: [0, 2, 5])
    #expect(selection == .row(5))
    selection = .row(3)
    selection.up(in: [0, 2, 5])
    #expect(selection == .row(2))
    selection.up(in: [])
    #expect(selection == .row(2))
  }

  @Test("A number selects its row if it can be selected")
  func choosing() {
    var selection = Selection.all
    selection.choose(3, in: [0, 2])
    #expect(selection == .row(2))
    selection.choose(2, in: [0, 2])
    #expect(selection == .row(2))
    #expect(selection.contains(2) && !selection.contains(0))
    selection.chooseAll()
    #expect(selection == .all)
    #expect(selection.contains(0))
  }
}
