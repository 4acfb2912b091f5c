#if os(Linux) || os(iOS) || os(tvOS) || os(visionOS)
  import Sandglass

  #if os(Linux)
    import AppleStandIns
    import SandglassStandIns
  #else
    import UIKit
  #endif

  /// A table over a diffable data source. A snapshot is applied when rows come or go, and never for a number.
  @MainActor
  final class SaleTable {
    private let board: CountdownBoard<String>
    private let source: UITableViewDiffableDataSource<Int, String>

    init(in table: UITableView, of board: CountdownBoard<String>) {
      self.board = board
      source = UITableViewDiffableDataSource(tableView: table) { table, path, sale in
        let cell = table.dequeueReusableCell(withIdentifier: "sale", for: path)
        // A cell shows one row at a time, so there is nothing to do in `prepareForReuse()`.
        board.show(sale, in: cell) { cell, reading in
          cell.textLabel?.text = "\(sale)  \(reading.clockFace)"
        }
        return cell
      }
      board.onFinish(with: self) { table, ended in table.remove(ended) }
      var snapshot = NSDiffableDataSourceSnapshot<Int, String>()
      snapshot.appendSections([0])
      snapshot.appendItems(board.ids)
      source.apply(snapshot, animatingDifferences: false)
    }

    private func remove(_ sales: [String]) {
      for sale in sales { board.remove(sale) }
      var snapshot = source.snapshot()
      snapshot.deleteItems(sales)
      source.apply(snapshot, animatingDifferences: true)
    }
  }
#endif
