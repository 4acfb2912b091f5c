extension ClockFace {
  /// Creates the face of a reading: its displayed time, with a plus sign in overtime.
  ///
  /// If the last field of the style is longer than the reading's unit, the displayed time is rounded to that field:
  /// down in overtime, and up otherwise.
  ///
  /// - Parameters:
  ///   - reading: The reading, whose ``Reading/shownTime`` is displayed.
  ///   - style: The style, which determines the fields of the face.
  public init(_ reading: Reading, style: Style = .standard) {
    if reading.state == .overtime {
      self.init(overtime: reading.shownTime, style: style)
    } else {
      self.init(reading.shownTime, style: style)
    }
  }
}
