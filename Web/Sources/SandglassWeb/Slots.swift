/// Values at indices that JavaScript keeps. The index of a removed value is used again.
struct Slots<Value> {
  private var values: [Value] = []
  private var free: [Int32] = []

  mutating func add(_ value: Value) -> Int32 {
    guard let index = free.popLast() else {
      values.append(value)
      return Int32(values.count - 1)
    }
    values[Int(index)] = value
    return index
  }

  /// Makes an index free. The value stays until the index is used again.
  mutating func remove(_ index: Int32) { free.append(index) }

  subscript(index: Int32) -> Value {
    _read { yield values[Int(index)] }
    _modify { yield &values[Int(index)] }
  }
}
