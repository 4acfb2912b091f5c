#if canImport(Darwin)
  import Darwin
  import Foundation

  extension SystemThread {
    /// Creates a thread that nobody waits for, and that runs a ``Start``. Returns the error, or zero.
    static func create(_ start: UnsafeMutableRawPointer) -> Int32 {
      var thread: pthread_t?
      let failure = pthread_create(
        &thread, nil,
        { context in
          Start.run(context)
          return nil
        }, start)
      if failure == 0, let thread { pthread_detach(thread) }
      return failure
    }

    /// Does what a thread does after it has woken up, and releases what Objective-C autoreleases in it: otherwise
    /// that would wait for the end of the thread.
    static func withAutoreleasePool(_ body: () -> Void) {
      autoreleasepool(invoking: body)
    }

    /// Gives the calling thread its name, and the priority of what a user waits for.
    static func nameCurrent(_ name: UnsafePointer<CChar>?) {
      if let name { pthread_setname_np(name) }
      pthread_set_qos_class_self_np(QOS_CLASS_USER_INITIATED, 0)
    }
  }
#endif
