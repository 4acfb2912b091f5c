/// Tells tasks apart while they exist.
///
/// The runtime represents a task and its job by the address of one object: in its header `Task.h`, `AsyncTask` derives
/// from `Job`. So the identity of a task equals that of its job. If another runtime used two objects, they would merely
/// count as two tasks.
package struct TaskIdentity: Sendable, Hashable {
  private let address: UInt

  /// The identity of the task that calls this; nil outside a task.
  package static var current: TaskIdentity? {
    withUnsafeCurrentTask { task in task.flatMap { TaskIdentity(address: address(in: $0)) } }
  }

  /// The identity of the task that a job runs. A job that runs the calls of an actor has an identity of its own.
  package init(of job: UnownedJob) {
    address = Self.address(in: job)
  }

  package init(address: UInt) {
    self.address = address
  }

  /// Returns the first word of a reference, as a number that is only compared.
  ///
  /// This is safe: both types consist of one reference, the copied bytes are within the value, and nothing follows the
  /// address.
  private static func address<Reference>(in reference: Reference) -> UInt {
    withUnsafeBytes(of: reference) { bytes in
      bytes.count >= MemoryLayout<UInt>.size ? bytes.loadUnaligned(as: UInt.self) : 0
    }
  }
}
