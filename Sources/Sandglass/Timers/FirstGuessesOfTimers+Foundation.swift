// swift-format-ignore-file
// Names that developers may try first: the compiler says the right one. Most lines stand for one guess. What is declared
// here is in no documentation, and is never called. See Documentation/Glossary.md.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

@available(*, unavailable, message: "Use RepeatingTimer(at: .multiples(of: .seconds(60))). SandglassCalendar has .daily(hour: 9).")
extension RepeatingTimer {
  public convenience init(at a: DateComponents, _ body: @escaping () -> Void) { fatalError() }
  public convenience init(matching: DateComponents, _ body: @escaping () -> Void) { fatalError() }
}
