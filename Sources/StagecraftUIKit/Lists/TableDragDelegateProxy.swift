#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
internal import UIKit

final class TableDragDelegateProxy: NSObject, UITableViewDragDelegate {
  weak var provider: (any TableDataProvider)?
  private(set) var isDragging = false

  func tableView(
    _ tableView: UITableView, itemsForBeginning session: any UIDragSession, at indexPath: IndexPath
  ) -> [UIDragItem] {
    guard provider?.canMove == true else { return [] }
    return [UIDragItem(itemProvider: NSItemProvider())]
  }

  func tableView(_ tableView: UITableView, dragSessionWillBegin session: any UIDragSession) {
    isDragging = true
  }

  func tableView(_ tableView: UITableView, dragSessionDidEnd session: any UIDragSession) {
    isDragging = false
    provider?.dragEnded()
  }

  func tableView(
    _ tableView: UITableView,
    dragSessionIsRestrictedToDraggingApplication session: any UIDragSession
  ) -> Bool { true }
}
#endif
