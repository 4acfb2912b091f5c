extension Duration {
  /// Creates a duration by parsing one of several common formats, exactly.
  ///
  /// These forms are accepted, in upper or lower case, with white space of any kind around them:
  ///
  /// - a number of seconds: `90`, `1.5`
  /// - numbers with units: `25m`, `1h30m`, `1h 30m`, `1.5h`, `2 hours`, `1 hour, 2 minutes and 3 seconds`, `500ms`. The
  ///   units are w, d, h, m, s, ms, us (or µs) and ns, or their names. Longer units come first, and each unit occurs at
  ///   most once. `M` also means minutes. After hours or minutes, the last unit may be left out: `1h30`.
  /// - fields with colons: `1:30` has minutes and seconds, `1:00:05` also has hours, and `2d 03:04:05` also has days.
  ///   Each field after the first has two digits. Only the seconds may have a fraction. With points, as in some
  ///   languages, there are three fields, or a decimal comma: `1.00.05`, `1.05,4`.
  /// - an ISO 8601 duration: `PT1H30M`, `P1DT2H`, `PT0.5S`, `P2W`. Every number may have a fraction, although the
  ///   standard allows a fraction only in the last one.
  ///
  /// The decimal separator is a point or a comma, with digits on both sides. Digits may be full-width or of another
  /// script. What has two readings is rejected with both of them: `1.30` may also be 1:30, and `1,500 ms` and `1.234 days`
  /// may have a separator of thousands.
  ///
  /// Numbers are never rounded, so a value that is not a whole number of attoseconds is rejected. Years and months are
  /// rejected because they have no fixed length. Negative durations are rejected, and so are durations that are too long
  /// for a ``Moment`` (18 446 744 073.709551615 seconds, about 584 years).
  ///
  /// Parsing takes time in proportion to the length of the text.
  ///
  /// - Parameter text: The text to parse.
  /// - Throws: ``TimeParsingError``, which contains the invalid part of the text.
  public init(parsing text: String) throws(TimeParsingError) {
    var parser = DurationParser(text)
    self = try parser.parse()
  }
}
