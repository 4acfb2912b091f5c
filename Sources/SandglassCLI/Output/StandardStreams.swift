#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Standard input, output and error.
enum StandardStreams {
  /// Sees to it that all three are open.
  ///
  /// The system gives each file that is opened the lowest free number. Were one of these three
  /// closed, a record could get its number, and then the text that is meant for the output. So
  /// the free ones are taken, by `/dev/null` in the mode that is of no use there: to read from it,
  /// or write to it, fails as it does on a closed one.
  static func takeFreeNumbers() {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(number, F_GETFD) < 0 {
      // Those below are open by now, so that this gets the number itself.
      let mode = number == STDIN_FILENO ? O_WRONLY : O_RDONLY
      guard open("/dev/null", mode) == number else { _exit(ExitStatus.noResources) }
    }
  }
}
