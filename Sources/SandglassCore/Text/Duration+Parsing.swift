extension Duration {
  /// Reads a duration as people write it, exactly.
  ///
  /// These forms are accepted, in upper or lower case, with spaces around them:
  ///
  /// - a number of seconds: `90`, `1.5`
  /// - numbers with units: `25m`, `1h30m`, `1h 30m`, `1.5h`, `2 hours`, `500ms`. The units are
  ///   w, d, h, m, s, ms, us (or µs) and ns, or their names; the longer unit comes first, and
  ///   each occurs once. `M` is minutes as well.
  /// - a clock: `1:30` is minutes and seconds, `1:00:05` has hours, `2d 03:04:05` has days.
  ///   Each field after the first has two digits; only the seconds may have a fraction.
  /// - an ISO 8601 duration: `PT1H30M`, `P1DT2H`, `PT0.5S`, `P2W`. Every number may have a
  ///   fraction, where the standard allows one in the last only.
  ///
  /// The decimal point is a point, with digits on both sides. A number is never rounded: one
  /// that is not a whole number of attoseconds is refused. So are years and months, which have
  /// no fixed length, negative durations, and those longer than a ``Moment`` can hold
  /// (18 446 744 073.709551615 seconds, about 584 years).
  ///
  /// Takes time proportional to the length of the text.
  ///
  /// - Parameter text: The text to read.
  /// - Throws: ``TimeParsingError``, which names the part that is wrong.
  public init(parsing text: String) throws(TimeParsingError) {
    var parser = DurationParser(text)
    self = try parser.parse()
  }
}
