#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The variables of the environment.
enum Environment {
  static func value(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
