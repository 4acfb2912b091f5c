import Sandglass
import SandglassStores

/// The rows of a kept board: how long it takes until all rows that one call starts are on disk, and until a relaunched
/// board has reported the ends of all.
@MainActor
final class Rows {
  private let board: CountdownBoard<String>
  private var line: Line
  private var reported = 0

  init(in store: FileCountdownStore, _ kind: Line.Kind) throws {
    line = Line(kind)
    board = try CountdownBoard(keptIn: store)
  }

  /// Starts rows that end after two seconds, and prints a line when they are on disk.
  func start(_ count: Int) async throws {
    line = Line(.rows)
    board.start(contentsOf: (0..<count).map { ("\($0)", Duration.seconds(2)) })
    try await board["0"]?.saved()
    print(count)
  }

  /// Prints a line when the ends of all rows have been reported.
  func report() async {
    await withCheckedContinuation { continuation in
      board.onFinish(with: self) { rows, ids in
        rows.reported += ids.count
        if rows.reported == rows.board.count { continuation.resume() }
      }
    }
    print(reported)
  }

  private func print(_ count: Int) {
    (line.number, line.steadyAfter) = (count, RawClock.steady)
    line.print()
  }
}
