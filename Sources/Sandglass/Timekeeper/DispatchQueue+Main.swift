import Dispatch

extension DispatchQueue {
  private static let isMain = DispatchSpecificKey<Bool>()

  /// The main queue, as the same object each time: on Linux `main` makes a new one with each look.
  static let sameMain: DispatchQueue = {
    let queue = DispatchQueue.main
    queue.setSpecific(key: isMain, value: true)
    return queue
  }()

  /// This queue, or ``sameMain`` if it is another object for the main queue.
  var same: DispatchQueue {
    let main = DispatchQueue.sameMain
    if self === main { return self }
    return getSpecific(key: DispatchQueue.isMain) == true ? main : self
  }
}
