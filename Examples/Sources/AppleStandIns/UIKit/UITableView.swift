// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What is public is Apple's, and documented there. Scripts/apple/declarations.txt lists it.

public import Foundation

#if os(Linux)
  public import SandglassStandIns
#endif

@MainActor
@available(watchOS, unavailable)
public class UITableViewCell: UIView {
  public private(set) var textLabel: UILabel? = UILabel()
}

/// A table with cells for three rows, which are reused in turns.
@MainActor
@available(watchOS, unavailable)
public class UITableView: UIView {
  package let cells = (0..<3).map { _ in UITableViewCell() }

  public func dequeueReusableCell(
    withIdentifier identifier: String, for indexPath: IndexPath
  ) -> UITableViewCell { cells[indexPath[1] % cells.count] }
}

@available(watchOS, unavailable)
public struct NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>: Sendable
where SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable {
  public private(set) var itemIdentifiers: [ItemIdentifierType] = []

  public init() {}

  public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {}

  public mutating func appendItems(
    _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil
  ) {
    itemIdentifiers += identifiers
  }

  public mutating func deleteItems(_ identifiers: [ItemIdentifierType]) {
    itemIdentifiers.removeAll(where: identifiers.contains)
  }
}

@MainActor
@available(watchOS, unavailable)
public class UITableViewDiffableDataSource<SectionIdentifierType, ItemIdentifierType>
where SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable {
  public typealias CellProvider = (
    _ tableView: UITableView, _ indexPath: IndexPath, _ itemIdentifier: ItemIdentifierType
  ) -> UITableViewCell?

  private let table: UITableView
  private let provider: CellProvider
  private var current = NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>()

  public init(
    tableView: UITableView,
    cellProvider:
      @escaping UITableViewDiffableDataSource<
        SectionIdentifierType, ItemIdentifierType
      >.CellProvider
  ) {
    table = tableView
    provider = cellProvider
  }

  public func snapshot() -> NSDiffableDataSourceSnapshot<
    SectionIdentifierType, ItemIdentifierType
  > { current }

  public func apply(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    animatingDifferences: Bool = true, completion: (() -> Void)? = nil
  ) {
    current = snapshot
    for (row, item) in snapshot.itemIdentifiers.prefix(table.cells.count).enumerated() {
      _ = provider(table, IndexPath(indexes: [0, row]), item)
    }
    completion?()
  }
}
