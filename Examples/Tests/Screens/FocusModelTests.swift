import Foundation
import Observation
import SandglassStores
import SandglassTesting
import Testing

@testable import Screens

@MainActor
struct FocusModelTests {
  /// A view that tracks the properties that it reads and needs drawing when one changes, as in
  /// SwiftUI.
  @MainActor
  final class View {
    var texts: [String] = []
    var needsDrawing = false

    func draw(_ model: FocusModel) {
      needsDrawing = false
      withObservationTracking {
        texts.append(model.clock)
      } onChange: {
        MainActor.assumeIsolated { self.needsDrawing = true }
      }
    }
  }

  let time = VirtualTime()
  let store = MemoryCountdownStore()
  let model: FocusModel

  init() {
    model = FocusModel(store: store.on(time.timekeeper))
  }

  func widget() throws -> FocusWidget { try FocusWidget(store: store.on(time.timekeeper)) }

  @Test func aViewIsDrawnAgainAtEachNumber() {
    let view = View()
    view.draw(model)
    model.tapped()
    for _ in 1...3 {
      time.advance(by: .seconds(1))
      #expect(view.needsDrawing)
      view.draw(model)
    }
    #expect(view.texts == ["25:00", "24:59", "24:58", "24:57"])
  }

  @Test func pausesAndResumes() {
    #expect(model.buttonTitle == "Start")
    model.tapped()
    #expect(model.buttonTitle == "Pause")
    time.advance(by: .seconds(15 * 60))
    #expect(model.progress == 0.6)

    model.tapped()
    #expect(model.buttonTitle == "Resume")
    time.freeze(for: .seconds(3600))
    #expect(model.clock == "10:00")

    model.tapped()
    time.freeze(for: .seconds(3600))
    #expect(model.clock == "0:00")
    #expect(model.buttonTitle == "Start")
  }

  @Test func saysWhatIsAnEstimate() {
    model.tapped()
    let later = time.relaunched(after: .seconds(60))
    #expect(FocusModel(store: store.on(later.timekeeper)).clock == "24:00")
    let rebooted = later.rebooted(after: .seconds(60))
    #expect(FocusModel(store: store.on(rebooted.timekeeper)).clock == "about 23:00")
  }

  @Test func givesTheSystemADateRange() {
    let start = time.wallDate
    model.tapped()
    time.advance(by: .seconds(60))
    #expect(model.timerText.range == start...start + 25 * 60)
    #expect(model.timerText.pause == nil)

    model.tapped()
    time.advance(by: .seconds(60))
    #expect(model.timerText.pause == time.wallDate)
    #expect(model.timerText.range.upperBound == time.wallDate + 24 * 60)
  }

  @Test func theWidgetLooksAndChangesNothing() throws {
    #expect(try widget() == .text("Focus"))
    model.tapped()
    time.advance(by: .seconds(60))
    #expect(try widget() == .timer(time.wallDate...time.wallDate + 24 * 60))
    model.tapped()
    #expect(try widget() == .text("24:00"))

    model.tapped()
    let later = time.relaunched(after: .seconds(3600))
    #expect(try FocusWidget(store: store.on(later.timekeeper)) == .text("Done"))
    #expect(FocusModel(store: store.on(later.timekeeper)).buttonTitle == "Start")
  }
}
