import SandglassCore

// The text to parse, and the answer: a number, or the sentence about what is wrong with the text. JavaScript writes and
// reads the bytes. WebAssembly without shared memory has one thread, so nothing races for this variable.
nonisolated(unsafe) private var bytes: [UInt8] = []

/// Makes room for a text of `count` bytes, and returns its address.
@_expose(wasm, "text_address") @_cdecl("text_address")
func textAddress(count: Int) -> UInt {
  bytes = Array(repeating: 0, count: count)
  return address
}

/// Returns the milliseconds of a duration; not a number if the text is not a duration.
@_expose(wasm, "parse_duration") @_cdecl("parse_duration")
func parseDuration() -> Double {
  answer { text throws(TimeParsingError) in
    try Duration(parsing: text).roundedUp.milliseconds
  }
}

/// Returns the milliseconds since 1970 of an instant in RFC 3339; not a number if the text is not an instant.
@_expose(wasm, "parse_instant") @_cdecl("parse_instant")
func parseInstant() -> Double {
  answer { text throws(TimeParsingError) in
    try WallMoment(rfc3339: text).timeSince1970.milliseconds
  }
}

/// The address and the length of the sentence about the latest text that could not be parsed.
@_expose(wasm, "message_address") @_cdecl("message_address")
func messageAddress() -> UInt { address }

@_expose(wasm, "message_count") @_cdecl("message_count")
func messageCount() -> Int { bytes.count }

private var address: UInt {
  bytes.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
}

private func answer(_ parse: (String) throws(TimeParsingError) -> Double) -> Double {
  do throws(TimeParsingError) {
    return try parse(String(decoding: bytes, as: UTF8.self))
  } catch {
    bytes = Array(error.description.utf8)
    return .nan
  }
}
