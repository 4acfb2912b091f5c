#if canImport(Darwin)
  import Darwin
  import Foundation

  extension SystemThread {
    /// Creates a detached thread that runs a ``Start``. Returns the error code, or zero.
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

    /// Calls `body`, and drains the objects that it autoreleases. Otherwise these objects would exist until the thread
    /// ends.
    static func withAutoreleasePool(_ body: () -> Void) {
      autoreleasepool(invoking: body)
    }

    /// Gives the calling thread a name, and sets its quality of service to user-initiated.
    static func nameCurrent(_ name: UnsafePointer<CChar>?) {
      if let name { pthread_setname_np(name) }
      pthread_set_qos_class_self_np(QOS_CLASS_USER_INITIATED, 0)
    }
  }
#endif
