// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What is public is Apple's, and documented there.

public import Foundation

public class UNNotificationContent: NSObject {
  public fileprivate(set) var title = ""
}

public class UNMutableNotificationContent: UNNotificationContent {
  public override var title: String {
    get { super.title }
    set { super.title = newValue }
  }
}
