import Foundation
import Sandglass
import XCTest

/// This is the only test with XCTest, which runs a synchronous test on the main thread, but outside
/// the main queue. Only there can a run loop serve the main queue, as it does in an app.
final class RepeatingTimerRunLoopTests: XCTestCase {
  /// Ticks arrive in every run loop mode that is among the common ones.
  func testTicksArriveWhileAListIsScrolled() throws {
    try addToCommonModes("tracking")
    MainActor.assumeIsolated { ticksArrive(in: RunLoop.Mode("tracking")) }
  }

  /// Ticks arrive in the default mode.
  func testTicksArriveInTheDefaultMode() {
    MainActor.assumeIsolated { ticksArrive(in: .default) }
  }

  /// Foundation can add a mode to the common ones, but on Linux it does not export the call to Swift.
  private func addToCommonModes(_ name: String) throws {
    typealias MainRunLoop = @convention(c) () -> UnsafeRawPointer?
    typealias MakeString =
      @convention(c) (UnsafeRawPointer?, UnsafePointer<CChar>, UInt32) -> UnsafeRawPointer?
    typealias AddMode = @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?) -> Void
    let program = dlopen(nil, RTLD_NOW)
    let mainRunLoop = unsafeBitCast(
      try XCTUnwrap(dlsym(program, "CFRunLoopGetMain")), to: MainRunLoop.self)
    let makeString = unsafeBitCast(
      try XCTUnwrap(dlsym(program, "CFStringCreateWithCString")), to: MakeString.self)
    let addMode = unsafeBitCast(
      try XCTUnwrap(dlsym(program, "CFRunLoopAddCommonMode")), to: AddMode.self)
    let utf8: UInt32 = 0x0800_0100
    addMode(mainRunLoop(), makeString(nil, name, utf8))
  }
}

@MainActor
private func ticksArrive(in mode: RunLoop.Mode) {
  // A mode without sources does not run.
  let port = Timer(timeInterval: 60, repeats: true) { _ in }
  RunLoop.main.add(port, forMode: mode)
  defer { port.invalidate() }

  var modes: [RunLoop.Mode?] = []
  let timer = RepeatingTimer(every: .milliseconds(5)) { _ in
    MainActor.assertIsolated()
    modes.append(RunLoop.main.currentMode)
  }
  let end = Date(timeIntervalSinceNow: 60)
  while modes.count < 3, Date() < end {
    _ = RunLoop.main.run(mode: mode, before: Date(timeIntervalSinceNow: 0.05))
  }
  timer.cancel()
  XCTAssertGreaterThanOrEqual(modes.count, 3)
  XCTAssertTrue(modes.allSatisfy { $0 == mode })
}
