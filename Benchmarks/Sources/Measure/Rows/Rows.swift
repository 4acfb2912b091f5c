import Foundation

/// The rows of the benchmark and their peers, for each of which this program is started again.
enum Rows {
  /// Runs them, and prints the results.
  static func run(_ words: ArraySlice<String>) {
    do {
      let options = try Options(words)
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
      Measure.stop("\(error)")
    }
  }
}

/// Writes a line to standard error.
func log(_ line: String) {
  FileHandle.standardError.write(Data("\(line)\n".utf8))
}
