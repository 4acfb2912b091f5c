import SandglassStores

/// Returns the label of each kept countdown, and how it is now, for a widget. It only reads.
func kitchenRows(in store: some CountdownStore) throws -> [(label: String, look: RestoredCountdown)]
{
  let records = store.countdownRecords
  return try records.ids().compactMap { id in
    // A record that cannot be read does not hide the others.
    guard let look = try? store.look(at: id) else { return nil }
    return ((try? records.read(id))?.label ?? id, look)
  }
}
