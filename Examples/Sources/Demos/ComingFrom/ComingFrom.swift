/// Runs the timers that people use today beside Sandglass, and prints what goes wrong. The article "Coming from other
/// timers" has the results. It takes about fifteen seconds.
///
/// - Parameter fault: What this program does wrong if it was started by itself; nil otherwise.
@MainActor
func comingFrom(committing fault: String?) {
  if let fault { return commit(fault) }
  count()
  hold()
  scroll()
  crash()
  tapTwice()
  list()
}
