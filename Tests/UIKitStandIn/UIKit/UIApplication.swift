// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What is public is Apple's, and documented there.

public import Foundation

/// Stands in for UIKit's application: what is public has Apple's signatures and isolation, and
/// what is package-wide plays the system.
@MainActor
public class UIApplication {
  public enum State: Int, Sendable {
    case active
    case inactive
    case background
  }

  public nonisolated static let didEnterBackgroundNotification =
    NSNotification.Name("UIApplicationDidEnterBackgroundNotification")

  public nonisolated static let willEnterForegroundNotification =
    NSNotification.Name("UIApplicationWillEnterForegroundNotification")

  public package(set) var applicationState: State

  package nonisolated let tasks = BackgroundTasks()

  package init(_ state: State = .active) {
    applicationState = state
  }

  public nonisolated func beginBackgroundTask(
    withName taskName: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    tasks.begin(named: taskName, handler)
  }

  public nonisolated func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
    tasks.end(identifier)
  }
}
