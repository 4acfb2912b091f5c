import Sandglass

/// What a record in the folder tells.
enum KeptEntry: Equatable {
  /// A countdown.
  case countdown(KeptCountdown)

  /// Why the record of this id cannot be read.
  case unreadable(id: String, CountdownStoreError)

  /// The countdown, if the record can be read.
  var countdown: KeptCountdown? {
    if case .countdown(let kept) = self { kept } else { nil }
  }

  /// Why the record cannot be read, if it cannot.
  var error: CountdownStoreError? {
    if case .unreadable(_, let error) = self { error } else { nil }
  }
}
