#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
#else
  import Foundation
#endif
import Sandglass
import SandglassTrustedTime

/// A simulated phone whose own clock is wrong.
struct Phone: Sendable {
  let plan: PhonePlan
  let server: URL

  /// The session for all phones' requests, except the requests for the time.
  let session: URLSession

  /// Shows the sale until its end, and then taps "Buy".
  func visit() async throws -> Visit {
    let error = plan.clockError
    let timekeeper = Timekeeper(wall: { WallClock.now + error })
    let sale = try await loadSale()
    let end = WallMoment(nanosecondsSince1970: Int128(sale.endsAt) * 1000)

    let clock = TrustedClock(
      asking: SlowTimeServer(server.appending(path: "time"), path: plan.path, seed: plan.seed),
      on: timekeeper)
    let countdown = Countdown(.zero, on: timekeeper)
    let finish = await clock.run(countdown, toEnd: end)
    let reading = clock.reading
    guard let finish, let earliest = reading.earliest, let latest = reading.latest else {
      throw URLError(.unknown)
    }
    let screen = ScreenClose(
      closed: timekeeper.trueTime(of: finish.moment), bound: latest - earliest,
      delivered: timekeeper.now - finish.moment, ownRemaining: end - timekeeper.wallNow)
    return Visit(plan: plan, end: end, screen: screen, order: try await buy(with: sale.token))
  }

  private func loadSale() async throws -> Sale {
    let (data, _) = try await session.data(from: server.appending(path: "sale"))
    return try JSONDecoder().decode(Sale.self, from: data)
  }

  private func buy(with token: String) async throws -> OrderResult {
    var request = URLRequest(url: server.appending(path: "buy"))
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    let order = Order(token: plan.changesToken ? Self.changed(token) : token)
    request.httpBody = try JSONEncoder().encode(order)
    await Timekeeper.shared.wait(for: plan.requestTakes)
    let sent = WallClock.now
    let (data, response) = try await session.data(for: request)
    let answered = WallClock.now
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard status == 200 else {
      let refusal = try JSONDecoder().decode(Refusal.self, from: data)
      return OrderResult(sent: sent, answered: answered, refusal: refusal.error.message)
    }
    let answer = try JSONDecoder().decode(OrderAnswer.self, from: data)
    return OrderResult(sent: sent, answered: answered, answer: answer)
  }

  /// Changes one character of the payload, as a user who wants a later end might.
  private static func changed(_ token: String) -> String {
    var parts = token.split(separator: ".").map { Array($0) }
    parts[2][0] = parts[2][0] == "A" ? "B" : "A"
    return parts.map { String($0) }.joined(separator: ".")
  }

  private struct Sale: Decodable {
    let endsAt: Int64
    let token: String
  }

  private struct Refusal: Decodable {
    struct Message: Decodable { let message: String }
    let error: Message
  }
}

extension Timekeeper {
  /// Returns the true time at a moment. The server uses this machine's clock, so that clock shows the true time here.
  ///
  /// Another thread may run between the readings of the two clocks. So this reads both clocks several times, and uses
  /// the two readings that are closest together.
  fileprivate func trueTime(of moment: Moment) -> WallMoment {
    let readings = (0..<16).map { _ in
      let before = now
      let wall = WallClock.now
      return (wall: wall, before: before, gap: now - before)
    }
    guard let closest = readings.min(by: { $0.gap < $1.gap }) else { return WallClock.now }
    return closest.wall + (moment - closest.before)
  }
}
