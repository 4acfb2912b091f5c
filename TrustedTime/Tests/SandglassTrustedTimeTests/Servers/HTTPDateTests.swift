import Foundation
import SandglassTestSupport
import SandglassTrustedTime
import Testing

struct HTTPDateTests {
  @Test("A date is read as Foundation writes it, in every month and leap year", .random)
  func dates() {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(identifier: "GMT")
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    var random = SeededGenerator(for: "HTTP dates")
    for _ in 0..<repetitions(20_000) {
      let seconds = random.number(0...8_000_000_000)
      let text = format.string(from: Date(timeIntervalSince1970: Double(seconds)))
      #expect(HTTPDate.seconds(text) == Int64(seconds), "\(text)")
    }
  }

  @Test(
    "Any other text is rejected",
    arguments: [
      "", "now", "Sun, 06 Nov 1994 08:49:37", "Sunday, 06-Nov-94 08:49:37 GMT",
      "Sun Nov  6 08:49:37 1994", "Sun, 06 Nov 1994 08:49:37 +0100",
      "Sun, 32 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nix 1994 08:49:37 GMT", "Sun, 06 Nov 99999999999999999999 08:49:37 GMT",
      "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 1994 08:-1:37 GMT",
    ])
  func others(text: String) {
    #expect(HTTPDate.seconds(text) == nil)
  }
}
