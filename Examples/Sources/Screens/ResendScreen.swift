import SandglassStores

/// Sends a code. If the server refuses ("try again in 37 s"), returns how long to wait.
typealias CodeServer = @MainActor (_ number: String) async -> Duration?

/// A button that sends a code to a phone number, and then counts down until it may send another code. Each number has
/// its own countdown, which is kept.
@MainActor
final class ResendScreen {
  private let board: CountdownBoard<String>
  private let server: CodeServer
  private(set) var title = ""
  private(set) var isEnabled = true

  var number: String {
    didSet { show() }
  }

  init(
    number: String, store: some CountdownStore, server: @escaping CodeServer
  ) throws {
    self.number = number
    self.server = server
    board = try CountdownBoard(keptIn: store)
    board.onFinish(with: self) { screen, numbers in screen.board.remove(contentsOf: numbers) }
    show()
  }

  func tapped() async {
    let number = number
    guard isEnabled else { return }
    board.start(number, for: .seconds(60))
    if let wait = await server(number) { board.start(number, for: wait) }
  }

  private func show() {
    board.show(number, in: self) { screen, reading in
      screen.isEnabled = reading.state != .running
      screen.title = screen.isEnabled ? "Send code" : "Resend (\(reading.shown))"
    }
  }
}
