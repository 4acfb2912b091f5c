#if os(Linux) || os(Android)
  import CSandglass
  #if canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #else
    import Glibc
  #endif

  extension SystemThread {
    /// Creates a detached thread that runs a ``Start``. Returns the error code, or zero.
    static func create(_ start: UnsafeMutableRawPointer) -> Int32 {
      var thread = pthread_t()
      let failure = pthread_create(
        &thread, nil,
        { context in
          context.map(Start.run)
          return nil
        }, start)
      if failure == 0 { pthread_detach(thread) }
      return failure
    }

    /// Calls `body`.
    static func withAutoreleasePool(_ body: () -> Void) {
      body()
    }

    /// Gives the calling thread a name.
    static func nameCurrent(_ name: UnsafePointer<CChar>?) {
      if let name { sandglass_name_thread(name) }
    }
  }
#endif
