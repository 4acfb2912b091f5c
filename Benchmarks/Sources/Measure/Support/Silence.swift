/// An object for the closures of timers that never fire.
///
/// A closure that captures this object and a number captures as much as closures in real programs
/// do.
final class Silence: Sendable {
  @inline(never)
  func broken(by number: Int) {
    Measure.stop("Timer \(number) came due while operations on outstanding timers were timed.")
  }
}
