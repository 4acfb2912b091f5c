import Sandglass
import SandglassCore

/// The arguments that name the countdowns: `25m`, `1h 30m`, `Tea=3m Eggs=7m`, `until 18:00`.
///
/// An argument with an equals sign, or the argument `until`, begins a countdown. The arguments
/// after it belong to the same countdown. Arguments before `until` are durations, and arguments
/// after `until` are times.
struct CountdownWords {
  let now: WallMoment
  let localTime: LocalTimeRule

  /// Returns the names of the presets, which somebody may take for subcommands.
  var presets: () -> [String] = { [] }

  /// Returns the countdowns that `words` request. If there is only one, `label` is its label.
  func requests(_ words: [String], label: String? = nil) throws(UsageError) -> [CountdownRequest] {
    if let word = words.first, word != "until", !word.isEmpty,
      word.allSatisfy({ $0.isLetter || $0 == "-" })
    {
      let meant = Spelling.nearest(to: word, among: Invocation.commandNames + presets())
        .map(ShellWord.of)
      throw UsageError(
        "\"\(word)\" is no duration and no subcommand; "
          + (meant.map { "did you mean \"sandglass \($0)\"? " } ?? "")
          + "accepted: 25m, 1:30, Tea=3m, until 18:00, or "
          + "a subcommand, as \"sandglass --help\" lists them")
    }
    var requests: [CountdownRequest] = []
    for phrase in phrases(words) { requests.append(try request(phrase)) }
    guard !requests.isEmpty else {
      throw UsageError("nothing to count down; accepted: 25m, 1:30, Tea=3m, until 18:00")
    }
    if let label { try name(&requests, label) }
    try checkLabels(requests)
    return requests
  }

  /// The arguments of one countdown.
  private struct Phrase {
    var label: String?
    var text: String
    var isTime: Bool
  }

  private func phrases(_ words: [String]) -> [Phrase] {
    var phrases: [Phrase] = []
    var isTime = false
    var isPending = false
    for word in words {
      if word == "until" {
        isTime = true
        isPending = true
        phrases.append(Phrase(text: "", isTime: true))
      } else if let equals = word.lastIndex(of: "=") {
        if isPending { phrases.removeLast() }
        isPending = false
        phrases.append(
          Phrase(
            label: String(word[..<equals]), text: String(word[word.index(after: equals)...]),
            isTime: isTime))
      } else if phrases.isEmpty {
        phrases.append(Phrase(text: word, isTime: false))
      } else {
        let last = phrases.count - 1
        phrases[last].text += phrases[last].text.isEmpty ? word : " " + word
        isPending = false
      }
    }
    return phrases
  }

  private func request(_ phrase: Phrase) throws(UsageError) -> CountdownRequest {
    if let label = phrase.label, label.isEmpty {
      throw UsageError("there is no label before \"=\"; accepted: Tea=3m")
    }
    if phrase.isTime {
      let request = try time(phrase)
      try checkDistance(request.target, phrase.text)
      return request
    }
    let duration = try Self.duration(phrase.text)
    return CountdownRequest(
      label: phrase.label, target: .duration(duration), note: Self.note(duration, phrase.text))
  }

  /// A message if the text is a time of the afternoon as well, which is more often meant.
  private static func note(_ duration: Duration, _ text: String) -> String? {
    let fields = text.split(separator: ":", omittingEmptySubsequences: false)
    guard fields.map(\.count) == [2, 2], let hour = Int(fields[0]), (13...23).contains(hour),
      (try? ClockTime(parsing: text)) != nil
    else { return nil }
    return "\(text) is \(duration.compactText); for the time of day: until \(text)"
  }

  private func checkDistance(
    _ target: CountdownRequest.Target, _ text: String
  ) throws(UsageError) {
    guard case .instant(let instant) = target, instant - now > Moment.distantFuture - .origin else {
      return
    }
    throw UsageError(
      "\"\(text)\" is too far away, because the longest duration is 584 years; accepted: 18:00, "
        + "2026-12-24T09:00")
  }

  static func duration(_ text: String) throws(UsageError) -> Duration {
    do throws(TimeParsingError) {
      return try Duration(parsing: text)
    } catch {
      throw UsageError("\(error)")
    }
  }

  private func time(_ phrase: Phrase) throws(UsageError) -> CountdownRequest {
    guard !phrase.text.isEmpty else {
      throw UsageError(
        "no time after \"until\"; accepted: 18:00, 6pm, noon, tomorrow 9:00, fri 17:30, "
          + "2026-12-24T09:00, 2026-12-31T23:59:59+08:00")
    }
    do throws(TimeParsingError) {
      if let end = try DayAndTime(phrase.text, today: localTime.day(now)) {
        return request(end, phrase)
      }
    } catch {
      throw UsageError("\(error), noon, tomorrow 9:00, 2026-12-31T23:59:59+08:00")
    }
    if phrase.text.contains("-") { return try dateAndTime(phrase) }
    // Midnight is the end of this day.
    let isMidnight = phrase.text.lowercased() == "midnight"
    do throws(TimeParsingError) {
      let time = try ClockTime(word: phrase.text)
      let next = localTime.next(time, after: now)
      let shown = next.isSkipped ? localTime.timeOfDay(next.instant) : "\(time)"
      return CountdownRequest(
        label: phrase.label, target: .instant(next.instant),
        caption: isMidnight && !next.isSkipped
          ? "until midnight" : "until \(shown)" + (next.isTomorrow ? " tomorrow" : ""),
        note: isMidnight && !next.isSkipped ? nil : note(time, next, shown: shown))
    } catch {
      throw UsageError("\(error), noon, tomorrow 9:00, 2026-12-31T23:59:59+08:00")
    }
  }

  /// Returns the request for a time on a day that was named.
  private func request(_ end: DayAndTime, _ phrase: Phrase) -> CountdownRequest {
    // On the weekday of today, a time that has passed is next week's.
    let days = [end.day] + (end.isWeekday ? [end.day + 7] : [])
    let showings = days.map { localTime.instants(of: end.time, on: $0) }
    let chosen = showings.first { $0.contains { $0.instant > now } } ?? showings[0]
    let instant = (chosen.first { $0.instant > now } ?? chosen[0]).instant
    let text = localTime.text(instant, now: now)
    let caption = text.hasSuffix(":00") ? String(text.dropLast(3)) : text
    return CountdownRequest(
      label: phrase.label, target: .instant(instant), caption: "until " + caption,
      note: note(
        end, chosen, shown: caption, isPast: instant <= now, isFirst: instant == chosen[0].instant))
  }

  private func note(
    _ end: DayAndTime, _ showings: [LocalTimeRule.Showing], shown: String, isPast: Bool,
    isFirst: Bool
  ) -> String? {
    if isPast { return "\(shown) has passed" }
    if showings[0].isSkipped {
      return "the clocks skip \(end.time) on that day; counting down to \(shown)"
    }
    guard showings.count > 1 else { return nil }
    return "the clocks show \(end.time) twice on that day; counting down to the "
      + (isFirst ? "first" : "second")
  }

  /// A message if the time of day is not the one that the user would expect.
  private func note(_ time: ClockTime, _ next: LocalTimeRule.Showing, shown: String) -> String? {
    switch (next.isTomorrow, next.isSkipped) {
    case (false, false): nil
    case (true, false): "\(time) has passed today; counting down to \(time) tomorrow"
    case (false, true): "the clocks skip \(time) today; counting down to \(shown)"
    case (true, true):
      "\(time) has passed today, and the clocks skip it tomorrow; counting down to \(shown) "
        + "tomorrow"
    }
  }

  private func dateAndTime(_ phrase: Phrase) throws(UsageError) -> CountdownRequest {
    do throws(TimeParsingError) {
      let instant = try WallMoment(rfc3339: phrase.text)
      return CountdownRequest(
        label: phrase.label, target: .instant(instant),
        note: instant < now ? "\(phrase.text) has passed" : nil)
    } catch {
      throw UsageError("\(error), 2026-12-24T09:00, 18:00, 6pm")
    }
  }

  private func name(_ requests: inout [CountdownRequest], _ label: String) throws(UsageError) {
    guard requests.count == 1 else {
      throw UsageError("--label names only one countdown; accepted for several: Tea=3m Eggs=7m")
    }
    guard requests[0].label == nil else {
      throw UsageError("the countdown has two labels; accepted: Tea=3m, or 3m --label Tea")
    }
    guard !label.isEmpty else {
      throw UsageError("the label is empty; accepted: --label Tea")
    }
    requests[0].label = label
  }

  private func checkLabels(_ requests: [CountdownRequest]) throws(UsageError) {
    guard requests.count > 1 else { return }
    var seen: Set<String> = []
    for request in requests {
      guard let label = request.label else {
        throw UsageError("one of the countdowns has no label; accepted: Tea=3m Eggs=7m")
      }
      guard seen.insert(label).inserted else {
        throw UsageError(
          "two countdowns have the label \"\(label)\"; accepted: a different label for each")
      }
    }
  }
}

/// The error for invalid arguments. Its message is one line that says what is wrong and what is
/// accepted.
struct UsageError: Error, Equatable {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}
