/// What the timekeeper's lock guards of a ``CountdownBinding``: how far its life has come, and where its latest reading
/// is. It is a value that receives events.
struct BindingState {
  /// How far the life of a binding has come.
  ///
  /// ```
  ///  ┌───────────┐  the final reading is sent  ┌──────────┐
  ///  │ receiving │ ──────────────────────────▶ │ lastSent │
  ///  └───────────┘                             └──────────┘
  ///        │ removed, replaced, without owner        │ also once the final reading
  ///        │               ┌───────┐                 │ has been delivered
  ///        └─────────────▶ │ ended │ ◀───────────────┘
  ///                        └───────┘
  /// ```
  enum Life {
    case receiving

    /// Nothing is sent after the final reading. Until that is delivered, removing the binding still prevents the
    /// delivery.
    case lastSent

    /// Pending ends, phase ends and changes are forwarded to the successor, which has replaced the binding.
    case ended(successor: CountdownBinding?)
  }

  /// The latest reading that was sent, and its place in the outbox. Only the outbox knows whether it still waits there.
  ///
  /// ```
  ///  ┌──────┐ sent ┌────────┐ another event is sent ┌───────────┐
  ///  │ none │ ───▶ │ newest │ ────────────────────▶ │ overtaken │
  ///  └──────┘      └────────┘ ◀──────────────────── └───────────┘
  ///                             a reading is sent
  /// ```
  enum LatestReading: Equatable {
    case none

    /// The next reading may take its place.
    case newest(Outbox.Place)

    /// Another event was sent after it, which the next reading must not overtake.
    case overtaken(Outbox.Place)
  }

  private(set) var life = Life.receiving

  /// A number that changes whenever pending deliveries become stale: when a run or overtime is cancelled, and when the
  /// binding ends.
  private(set) var version = 0

  private(set) var latestReading = LatestReading.none
}

// MARK: - Life

extension BindingState {
  var isReceiving: Bool {
    if case .receiving = life { true } else { false }
  }

  var isActive: Bool {
    if case .ended = life { false } else { true }
  }

  /// Notes that the final reading is sent. Returns the version to send it with; nil if nothing is sent any more.
  mutating func sendLast() -> Int? {
    guard isReceiving else { return nil }
    life = .lastSent
    return version
  }

  /// Ends the life, unless it has ended, and makes all pending deliveries stale.
  mutating func end(successor: CountdownBinding?) {
    guard isActive else { return }
    life = .ended(successor: successor)
    version &+= 1
  }

  /// Makes all pending deliveries stale, unless the final reading is one of them.
  mutating func makeStale() {
    if isReceiving { version &+= 1 }
  }
}

// MARK: - The latest reading

extension BindingState {
  /// Notes that a reading was put into the outbox.
  mutating func noteReading(at place: Outbox.Place) {
    latestReading = .newest(place)
  }

  /// Notes that another event was sent.
  mutating func noteOvertaken() {
    guard case .newest(let place) = latestReading else { return }
    latestReading = .overtaken(place)
  }

  /// Notes that the outbox has moved the latest reading.
  mutating func noteMoved(to place: Outbox.Place) {
    switch latestReading {
    case .none: break
    case .newest: latestReading = .newest(place)
    case .overtaken: latestReading = .overtaken(place)
    }
  }
}

extension BindingState.LatestReading {
  /// The place of the latest reading; nil if none was sent.
  var place: Outbox.Place? {
    switch self {
    case .none: nil
    case .newest(let place), .overtaken(let place): place
    }
  }
}
