/// The rows that keys act on, a state machine.
///
/// ```
///           up, down, choose
///   ┌─────┐ ───────────────▶ ┌─────┐ ──┐
///   │ all │                  │ row │   │ up, down, choose
///   └─────┘ ◀─────────────── └─────┘ ◀─┘
///                 all
/// ```
enum Selection: Equatable {
  case all
  case row(Int)

  /// Whether keys act on the row with this index.
  func contains(_ index: Int) -> Bool { self == .all || self == .row(index) }

  /// Selects the row above, or the last one.
  ///
  /// - Parameter rows: The indices of the rows that can be selected, in order.
  mutating func up(in rows: [Int]) {
    let above = rows.last { self.isAfter($0) } ?? rows.last
    if let above { self = .row(above) }
  }

  /// Selects the row below, or the first one.
  ///
  /// - Parameter rows: The indices of the rows that can be selected, in order.
  mutating func down(in rows: [Int]) {
    let below = rows.first { self.isBefore($0) } ?? rows.first
    if let below { self = .row(below) }
  }

  /// Selects the row with this number, counted from one. Does nothing if there is no such row.
  mutating func choose(_ number: Int, in rows: [Int]) {
    if rows.contains(number - 1) { self = .row(number - 1) }
  }

  /// Selects all rows.
  mutating func chooseAll() { self = .all }

  private func isAfter(_ index: Int) -> Bool {
    if case .row(let own) = self { own > index } else { false }
  }

  private func isBefore(_ index: Int) -> Bool {
    if case .row(let own) = self { own < index } else { false }
  }
}
