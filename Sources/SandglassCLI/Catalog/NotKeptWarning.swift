/// The one line that says that a countdown cannot be kept, however often that turns out.
@MainActor
final class NotKeptWarning {
  private var wasTold = false

  /// Says why, unless something was said before.
  ///
  /// - Parameters:
  ///   - reason: Why it cannot be kept.
  ///   - prepare: Makes room for the line.
  func tell(_ reason: String, prepare: () -> Void = {}) {
    guard !wasTold else { return }
    wasTold = true
    prepare()
    StandardStream.error.write(line: "sandglass: not kept: " + VisibleText.of(reason))
  }
}
