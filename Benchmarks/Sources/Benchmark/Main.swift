import Foundation

/// Runs the rows of the benchmark and their peers, and prints the results.
@main
struct Benchmark {
  static func main() {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      let plan = Plan(options)
      let samples = Runner(plan).run()
      let report = Report(options, plan, samples)
      if options.printsJSON {
        log(report.text)
        print(try report.json())
      } else {
        print(report.text)
      }
      if samples.hasFailures { exit(EXIT_FAILURE) }
    } catch {
      log("\(error)")
      exit(EXIT_FAILURE)
    }
  }
}

/// Writes a line to standard error.
func log(_ line: String) {
  FileHandle.standardError.write(Data("\(line)\n".utf8))
}
