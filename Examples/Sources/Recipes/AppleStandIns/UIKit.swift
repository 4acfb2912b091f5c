// What the recipes use of UIKit, declared as Apple's pages declare it.
#if os(Linux)
  import Foundation

  @MainActor
  class UITableViewCell {
    var textLabel: UILabel? = UILabel()

    init() {}
  }

  @MainActor
  final class UILabel {
    var text: String?
  }

  /// A table with cells for three rows, which are reused in turns.
  @MainActor
  final class UITableView {
    let cells = (0..<3).map { _ in UITableViewCell() }

    init() {}

    func dequeueReusableCell(
      withIdentifier identifier: String, for indexPath: IndexPath
    ) -> UITableViewCell { cells[indexPath[1] % cells.count] }
  }

  struct NSDiffableDataSourceSnapshot<
    Section: Hashable & Sendable, Item: Hashable & Sendable
  >: Sendable {
    private(set) var itemIdentifiers: [Item] = []

    init() {}

    mutating func appendSections(_ identifiers: [Section]) {}

    mutating func appendItems(_ identifiers: [Item], toSection section: Section? = nil) {
      itemIdentifiers += identifiers
    }

    mutating func deleteItems(_ identifiers: [Item]) {
      itemIdentifiers.removeAll(where: identifiers.contains)
    }
  }

  @MainActor
  final class UITableViewDiffableDataSource<
    Section: Hashable & Sendable, Item: Hashable & Sendable
  > {
    typealias CellProvider = (UITableView, IndexPath, Item) -> UITableViewCell?

    private let table: UITableView
    private let provider: CellProvider
    private var current = NSDiffableDataSourceSnapshot<Section, Item>()

    init(tableView: UITableView, cellProvider: @escaping CellProvider) {
      table = tableView
      provider = cellProvider
    }

    func snapshot() -> NSDiffableDataSourceSnapshot<Section, Item> { current }

    func apply(
      _ snapshot: NSDiffableDataSourceSnapshot<Section, Item>, animatingDifferences: Bool = true,
      completion: (() -> Void)? = nil
    ) {
      current = snapshot
      for (row, item) in snapshot.itemIdentifiers.prefix(table.cells.count).enumerated() {
        _ = provider(table, IndexPath(indexes: [0, row]), item)
      }
      completion?()
    }
  }
#endif
