// What the recipes use of UIKit, declared as Apple's pages declare it.
#if os(Linux)
  import Foundation

  @MainActor
  package class UITableViewCell {
    package var textLabel: UILabel? = UILabel()

    package init() {}
  }

  @MainActor
  package final class UILabel {
    package var text: String?
  }

  /// A table with cells for three rows, which are reused in turns.
  @MainActor
  package final class UITableView {
    package let cells = (0..<3).map { _ in UITableViewCell() }

    package init() {}

    package func dequeueReusableCell(
      withIdentifier identifier: String, for indexPath: IndexPath
    ) -> UITableViewCell { cells[indexPath[1] % cells.count] }
  }

  package struct NSDiffableDataSourceSnapshot<
    Section: Hashable & Sendable, Item: Hashable & Sendable
  >: Sendable {
    package private(set) var itemIdentifiers: [Item] = []

    package init() {}

    package mutating func appendSections(_ identifiers: [Section]) {}

    package mutating func appendItems(_ identifiers: [Item], toSection section: Section? = nil) {
      itemIdentifiers += identifiers
    }

    package mutating func deleteItems(_ identifiers: [Item]) {
      itemIdentifiers.removeAll(where: identifiers.contains)
    }
  }

  @MainActor
  package final class UITableViewDiffableDataSource<
    Section: Hashable & Sendable, Item: Hashable & Sendable
  > {
    package typealias CellProvider = (UITableView, IndexPath, Item) -> UITableViewCell?

    private let table: UITableView
    private let provider: CellProvider
    private var current = NSDiffableDataSourceSnapshot<Section, Item>()

    package init(tableView: UITableView, cellProvider: @escaping CellProvider) {
      table = tableView
      provider = cellProvider
    }

    package func snapshot() -> NSDiffableDataSourceSnapshot<Section, Item> { current }

    package func apply(
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
