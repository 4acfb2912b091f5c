import AVFAudio
import Sandglass
import SandglassAudio
import SandglassCore
import SandglassTesting
import SandglassTestSupport
import SandglassText
import SandglassUIKit
import UIKit
import UserNotifications

/// A screen with a countdown, as an app has it.
@MainActor
final class Screen {
  private let resend: Countdown
  private(set) var title = "Resend"

  init(on timekeeper: Timekeeper) {
    resend = Countdown(.seconds(3), on: timekeeper)
    resend.onTick(with: self) { screen, reading in screen.title = "Resend (\(reading.shown))" }
    resend.onFinish(with: self) { screen in screen.title = "Resend" }
  }

  func tapped() { resend.start() }
}

@main
@MainActor
struct Main {
  static func main() {
    let time = VirtualTime()
    let screen = Screen(on: time.timekeeper)
    screen.tapped()
    precondition(screen.title == "Resend (3)")
    time.advance(by: .seconds(2.5))
    precondition(screen.title == "Resend (1)")
    time.advance(by: .seconds(0.5))
    precondition(screen.title == "Resend")
    _ = AudioKeepAlive().claim()
    let origins = [
      originAVFAudio, originSandglassTestSupport, originUIKit, originUserNotifications,
    ]
    precondition(origins.allSatisfy { $0 == "the client" })
    print("counts down by moments, such as \(Moment.origin)")
  }
}
