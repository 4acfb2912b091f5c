import SandglassCore

/// A record as it stands in JSON.
///
/// The types of the core are not coded by themselves: the core compiles where there is no coding,
/// and what is on a disk must not change when they do.
struct RecordForm: Codable {
  private let id: String
  private let label: String?
  private let state: StateForm
  private let target: TargetForm
  private let total: Exact<Duration>
  private let options: OptionsForm
  private let written: InstantForm

  /// Absent where it is exact.
  private let certainty: Word<Certainty>?

  init(_ record: CountdownRecord) {
    id = record.id
    label = record.label
    state = StateForm(record.state)
    target = TargetForm(record.target)
    total = Exact(record.total)
    options = OptionsForm(record.options)
    written = InstantForm(record.written)
    certainty = record.certainty == .exact ? nil : Word(record.certainty)
  }

  /// The record; throws if a value is none that a record can have.
  func record() throws(RecordFault) -> CountdownRecord {
    CountdownRecord(
      id: id, label: label, state: try state.state(), target: try target.target(),
      total: total.value, options: try options.options(), written: written.instant,
      certainty: certainty?.value ?? .exact)
  }
}
