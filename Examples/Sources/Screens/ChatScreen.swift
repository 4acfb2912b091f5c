import Sandglass

/// Shows who is typing. A name disappears with the message, or three seconds after the latest letter.
@MainActor
final class ChatScreen {
  private let typing: CountdownBoard<String>

  init(on timekeeper: Timekeeper = .shared) {
    typing = CountdownBoard(on: timekeeper)
    typing.onFinish(with: self) { chat, names in chat.typing.remove(contentsOf: names) }
  }

  /// A SwiftUI view that reads this is drawn again when somebody begins or stops typing.
  var names: [String] { typing.ids }

  func typed(_ name: String) { typing.start(name, for: .seconds(3)) }

  func sent(_ name: String) { typing.remove(name) }
}
