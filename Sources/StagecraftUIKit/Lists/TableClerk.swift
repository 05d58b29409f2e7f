#if canImport(UIKit) && !os(watchOS)
internal import UIKit

/// The source of the answers to a table's data source calls.
@MainActor
protocol TableDesk: AnyObject {
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

/// Forwards a table's data source calls to the adapter.
///
/// Objective-C cannot see the extensions of a generic class; this is a plain class for it.
final class TableClerk: NSObject, UITableViewDataSource {
  weak var desk: (any TableDesk)?

  func numberOfSections(in tableView: UITableView) -> Int { desk?.sectionCount ?? 0 }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    desk?.rowCount(inSection: section) ?? 0
  }

  func tableView(
    _ tableView: UITableView, cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell {
    desk?.cell(at: indexPath, in: tableView)
      ?? UITableViewCell(style: .default, reuseIdentifier: nil)
  }

  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    desk?.title(ofSection: section)
  }

  func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool {
    desk?.canEdit ?? false
  }

  func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle,
    forRowAt indexPath: IndexPath
  ) {
    if editingStyle == .delete { desk?.deleteRow(at: indexPath) }
  }

  func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool {
    desk?.canMove ?? false
  }

  func tableView(
    _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath
  ) {
    desk?.moveRow(from: sourceIndexPath, to: destinationIndexPath)
  }
}
#endif
