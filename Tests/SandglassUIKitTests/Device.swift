import SandglassStandIns

/// A device with one app, and a system that a test controls.
@MainActor
final class Device {
  let application: UIApplication

  init(inBackground: Bool = false) {
    application = UIApplication(inBackground ? .background : .active)
  }

  var begun: Int { application.tasks.begun }
  var ended: Int { application.tasks.ended }
  var refused: Int { application.tasks.refused }
  var held: Int { application.tasks.liveCount }
  var taskNames: [String?] { application.tasks.names }

  var refuses: Bool {
    get { application.tasks.refuses }
    set { application.tasks.refuses = newValue }
  }

  var isInBackground: Bool { application.applicationState == .background }

  /// The user leaves the app.
  func leave() { application.goToBackground() }

  /// The user looks at another app, and this one stays in the foreground.
  func loseAttention() { application.resignActive() }

  /// The app becomes active, and the system reports nothing else.
  func becomeActive() { application.becomeActive() }

  /// The user comes back to the app.
  func comeBack() { application.comeToFront() }

  /// The system expires all tasks, and traps if a task is not ended by its handler.
  func expire() { application.expireTasks() }

  /// The same, while other threads may be ending a task.
  func expire(whileRunning: () -> Bool) { application.expireTasks(mayBeEnding: whileRunning) }

  /// The system posts again that the app has left.
  func repeatLeave() { application.post(UIApplication.didEnterBackgroundNotification) }

  /// The system posts again that the app has returned.
  func repeatComeBack() { application.post(UIApplication.willEnterForegroundNotification) }

  /// From now on, every task expires while it is begun, before its identifier is known.
  func expireWhileBeginning() {
    application.tasks.whileBeginning { handler in MainActor.assumeIsolated { handler?() } }
  }

  /// The closure to run from now on while a task is begun.
  func whileBeginning(_ action: @escaping @Sendable () -> Void) {
    application.tasks.whileBeginning { _ in action() }
  }

  /// The closure to run from now on while a task is ended.
  func whileEnding(_ action: (@Sendable () -> Void)?) {
    application.tasks.whileEnding(action)
  }

  /// Begins a task whose handler does nothing.
  func begin() -> Int {
    application.beginBackgroundTask(withName: nil, expirationHandler: {}).rawValue
  }

  func end(_ task: Int) {
    application.endBackgroundTask(UIBackgroundTaskIdentifier(rawValue: task))
  }
}
