#if canImport(UIKit) && !os(watchOS)
internal import UIKit

@MainActor
protocol TableDataProvider: AnyObject {
  var sectionCount: Int { get }
  var canEdit: Bool { get }
  var canMove: Bool { get }
  func rowCount(inSection section: Int) -> Int
  func title(ofSection section: Int) -> String?
  func cell(at path: IndexPath, in table: UITableView) -> UITableViewCell
  func deleteRow(at path: IndexPath)
  func moveRow(from source: IndexPath, to target: IndexPath)
  func dragEnded()
}

/// Objective-C cannot see the extensions of a generic class; this is a plain class for it.
final class TableDataSourceProxy: NSObject, UITableViewDataSource {
  weak var provider: (any TableDataProvider)?

  func numberOfSections(in tableView: UITableView) -> Int { provider?.sectionCount ?? 0 }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    provider?.rowCount(inSection: section) ?? 0
  }

  func tableView(
    _ tableView: UITableView, cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell {
    provider?.cell(at: indexPath, in: tableView)
      ?? UITableViewCell(style: .default, reuseIdentifier: nil)
  }

  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    provider?.title(ofSection: section)
  }

  func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool {
    provider?.canEdit ?? false
  }

  func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle,
    forRowAt indexPath: IndexPath
  ) {
    if editingStyle == .delete { provider?.deleteRow(at: indexPath) }
  }

  func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool {
    provider?.canMove ?? false
  }

  func tableView(
    _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath
  ) {
    provider?.moveRow(from: sourceIndexPath, to: destinationIndexPath)
  }
}
#endif
