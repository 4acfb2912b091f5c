/// What the timers of a workload would tell if any of them came due, which none does.
///
/// A closure that names it and a number holds what closures of real programs hold.
final class Silence: Sendable {
  @inline(never)
  func broken(by number: Int) {
    Measure.stop("Timer \(number) came due while operations on outstanding timers were timed.")
  }
}
