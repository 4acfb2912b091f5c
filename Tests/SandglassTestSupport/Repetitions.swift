import Foundation

/// Returns how often a test repeats its random work, or how many of its exhaustive cases it runs.
///
/// The environment variable `SANDGLASS_TEST_SIZE` scales all tests. It is a percentage of `count`, and 1 by default, so
/// that `swift test` is fast. `.ci/run` sets it to 50 for the release build.
///
/// - Parameters:
///   - count: The number of repetitions at full size.
///   - least: The number below which the test could no longer fail.
/// - Returns: That percentage of `count`, or `least` if that is more.
package func repetitions(_ count: Int, atLeast least: Int = 1) -> Int {
  max(least, count * sizeInPercent / 100)
}

/// Returns the numbers of the exhaustive cases to run.
///
/// At full size these are all cases. Otherwise they are evenly spaced, and each seed has others.
///
/// - Parameter count: The number of cases at full size.
/// - Returns: Numbers from 0 to less than `count`, about as many as `repetitions(count)`.
package func exhaustiveCases(_ count: Int) -> StrideTo<Int> {
  let stride = max(1, count / repetitions(count))
  let first = Int(SeededGenerator.seedOfThisRun % UInt64(stride))
  return Swift.stride(from: first, to: count, by: stride)
}

private let sizeInPercent: Int = {
  guard let given = ProcessInfo.processInfo.environment["SANDGLASS_TEST_SIZE"] else { return 1 }
  guard let percent = Int(given), (0...100_000).contains(percent) else {
    fatalError("SANDGLASS_TEST_SIZE is \(given.debugDescription), not a percentage such as 100")
  }
  return percent
}()
