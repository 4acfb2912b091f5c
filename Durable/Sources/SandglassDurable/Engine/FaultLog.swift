#if DURABLE
  import Logging
  import Sandglass

  /// Reports each row that cannot be read once.
  final class FaultLog: Sendable {
    private let message: Logger.Message
    private let reported = Locked(Set<Int64>())

    init(_ message: Logger.Message) {
      self.message = message
    }

    func note(_ faults: [DamagedRow], _ logger: Logger) {
      for fault in faults where reported.withLock({ $0.insert(fault.number).inserted }) {
        logger.error(message, metadata: ["number": "\(fault.number)", "error": "\(fault.text)"])
      }
    }
  }
#endif
