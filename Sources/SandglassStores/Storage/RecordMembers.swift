// What reads and writes the members of a record's JSON object. Its users name each member twice, in exchange for a fraction
// of the code of structures whose coding is synthesised.

/// The name of a member of a JSON object.
struct MemberName: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String

  var intValue: Int? { nil }

  init(stringValue: String) {
    self.stringValue = stringValue
  }

  init(stringLiteral name: String) {
    stringValue = name
  }

  init?(intValue: Int) { nil }
}

/// The members of a JSON object that is read. A member whose value is null is absent.
final class ReadMembers {
  private let members: KeyedDecodingContainer<MemberName>

  init(_ decoder: any Decoder) throws {
    members = try decoder.container(keyedBy: MemberName.self)
  }

  private init(_ members: KeyedDecodingContainer<MemberName>) {
    self.members = members
  }

  func text(_ name: MemberName) throws -> String { try members.decode(String.self, forKey: name) }

  func textIfPresent(_ name: MemberName) throws -> String? {
    try members.decodeIfPresent(String.self, forKey: name)
  }

  func number(_ name: MemberName) throws -> Int { try members.decode(Int.self, forKey: name) }

  func numberIfPresent(_ name: MemberName) throws -> Int? {
    try members.decodeIfPresent(Int.self, forKey: name)
  }

  func shortNumber(_ name: MemberName) throws -> Int32 {
    try members.decode(Int32.self, forKey: name)
  }

  func flag(_ name: MemberName) throws -> Bool { try members.decode(Bool.self, forKey: name) }

  func flagIfPresent(_ name: MemberName) throws -> Bool? {
    try members.decodeIfPresent(Bool.self, forKey: name)
  }

  /// Reads a value from its exact text. For any other text, throws an error with an example of the accepted forms.
  func exact<Value: ExactText>(_ name: MemberName) throws -> Value {
    try value(of: text(name), at: [name])
  }

  func exactIfPresent<Value: ExactText>(_ name: MemberName) throws -> Value? {
    try textIfPresent(name).map { try value(of: $0, at: [name]) }
  }

  func exactValues<Value: ExactText>(_ name: MemberName) throws -> [Value] {
    let texts = try members.decode([String].self, forKey: name)
    return try texts.enumerated().map { index, text in
      try value(of: text, at: [name, MemberName(stringValue: "\(index)")])
    }
  }

  private func value<Value: ExactText>(of text: String, at path: [MemberName]) throws -> Value {
    if let value = Value.read(exactText: text) { return value }
    throw DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: members.codingPath + path, debugDescription: Value.refusal(of: text)))
  }

  func object(_ name: MemberName) throws -> ReadMembers {
    ReadMembers(try members.nestedContainer(keyedBy: MemberName.self, forKey: name))
  }

  func objectIfPresent(_ name: MemberName) throws -> ReadMembers? {
    try isPresent(name) ? object(name) : nil
  }

  func objectsIfPresent(_ name: MemberName) throws -> [ReadMembers]? {
    guard try isPresent(name) else { return nil }
    var elements = try members.nestedUnkeyedContainer(forKey: name)
    var objects: [ReadMembers] = []
    while !elements.isAtEnd {
      objects.append(ReadMembers(try elements.nestedContainer(keyedBy: MemberName.self)))
    }
    return objects
  }

  private func isPresent(_ name: MemberName) throws -> Bool {
    try members.contains(name) && !members.decodeNil(forKey: name)
  }
}

/// The members of a JSON object that is written. A member without a value is left out.
final class WrittenMembers {
  private var members: KeyedEncodingContainer<MemberName>

  init(_ encoder: any Encoder) {
    members = encoder.container(keyedBy: MemberName.self)
  }

  private init(_ members: KeyedEncodingContainer<MemberName>) {
    self.members = members
  }

  func write(_ text: String?, as name: MemberName) throws {
    try members.encodeIfPresent(text, forKey: name)
  }

  func write(_ number: Int?, as name: MemberName) throws {
    try members.encodeIfPresent(number, forKey: name)
  }

  func write(_ flag: Bool?, as name: MemberName) throws {
    try members.encodeIfPresent(flag, forKey: name)
  }

  /// Writes the exact text of a value.
  func write(exact value: (some ExactText)?, as name: MemberName) throws {
    try write(value?.exactText, as: name)
  }

  func write(exact values: [some ExactText], as name: MemberName) throws {
    try members.encode(values.map(\.exactText), forKey: name)
  }

  func writeObject(as name: MemberName, _ write: (WrittenMembers) throws -> Void) throws {
    try write(WrittenMembers(members.nestedContainer(keyedBy: MemberName.self, forKey: name)))
  }

  /// Writes an object for each element.
  func writeObjects<Element>(
    for elements: [Element], as name: MemberName,
    _ write: (Element, WrittenMembers) throws -> Void
  ) throws {
    var objects = members.nestedUnkeyedContainer(forKey: name)
    for element in elements {
      try write(element, WrittenMembers(objects.nestedContainer(keyedBy: MemberName.self)))
    }
  }
}

extension ExactText {
  /// Returns the value if it is accepted. Otherwise, throws an error that says what is.
  func checked(
    _ name: String, accepted: String, _ isAccepted: (Self) -> Bool
  ) throws(RecordFault) -> Self {
    if isAccepted(self) { return self }
    throw .damaged("its \(name) is \(exactText); accepted: \(accepted)")
  }
}
