#if os(Linux)
  import Foundation

  /// The number of this process's threads that have a name.
  func threadCount(named name: String) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count { thread in
      // A thread that ends meanwhile has no name.
      let line = try? String(contentsOfFile: "/proc/self/task/\(thread)/comm", encoding: .utf8)
      return line == "\(name)\n"
    }
  }
#endif
