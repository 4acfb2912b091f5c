import Dispatch

/// Dispatch sources, which are created and cancelled, or rescheduled.
struct DispatchTimers: MovingTimerEngine {
  private let queue = DispatchQueue(label: "timers")
  private let silence = Silence()
  private let origin = DispatchTime.now().uptimeNanoseconds

  func arm(_ number: Int, delay: UInt64) -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler { [silence] in silence.broken(by: number) }
    timer.schedule(deadline: DispatchTime(uptimeNanoseconds: origin + delay))
    timer.activate()
    return timer
  }

  func cancel(_ handle: any DispatchSourceTimer) {
    handle.cancel()
  }

  func move(_ handle: any DispatchSourceTimer, delay: UInt64) {
    handle.schedule(deadline: DispatchTime(uptimeNanoseconds: origin + delay))
  }

  func settle() {
    queue.sync {}
  }
}
