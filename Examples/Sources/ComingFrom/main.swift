// Runs the timers that people use today beside Sandglass, and prints what goes wrong. The article "Coming from other
// timers" has the results. It takes about fifteen seconds.
import Foundation

switch CommandLine.arguments.dropFirst().first {
case nil:
  count()
  hold()
  scroll()
  crash()
  tapTwice()
  list()
case let fault?: commit(fault)
}
