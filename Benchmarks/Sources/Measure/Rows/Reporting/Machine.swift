import Foundation

/// The machine, the date and the versions of a benchmark.
struct Machine: Codable {
  let date: String
  let processor: String
  let cores: Int
  let system: String
  let swift: String
  let packages: [String]

  init() {
    date = Date().formatted(.iso8601.year().month().day())
    let lines = Self.output("cat", "/proc/cpuinfo").split(separator: "\n")
    let model = lines.first { $0.hasPrefix("model name") }?.split(separator: ":").last
    processor = model.map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown"
    cores = ProcessInfo.processInfo.processorCount
    system = Self.output("uname", "-sr")
    swift = Self.output("swift", "--version").split(separator: "\n").first.map(String.init) ?? ""
    packages = Self.swiftPackages() + Self.debianPackages()
  }

  /// All of this as text for people.
  var text: String {
    """
    \(date), \(cores) cores of \(processor), \(system), \(swift)
    \(packages.joined(separator: ", "))
    """
  }

  /// Returns the versions that the package manager has resolved for this package.
  private static func swiftPackages() -> [String] {
    struct Resolved: Decodable {
      struct Pin: Decodable {
        struct State: Decodable { let version: String? }
        let identity: String
        let state: State
      }
      let pins: [Pin]
    }
    let peers = [
      "hdrhistogram-swift", "swift-async-algorithms", "swift-collections", "swift-nio",
    ]
    guard let data = FileManager.default.contents(atPath: "Package.resolved"),
      let resolved = try? JSONDecoder().decode(Resolved.self, from: data)
    else { return [] }
    return resolved.pins.filter { peers.contains($0.identity) }
      .map { "\($0.identity) \($0.state.version ?? "")" }
  }

  private static func debianPackages() -> [String] {
    output("dpkg-query", "-W", "-f", "${Package} ${Version}\n", "libev-dev", "libuv1-dev")
      .split(separator: "\n").map(String.init)
  }

  private static func output(_ words: String...) -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.standardOutput = output
    guard (try? process.run()) != nil else { return "" }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
  }
}
