#if canImport(UIKit) && !os(watchOS)
internal import StagecraftLists
internal import UIKit

extension TableAdapter: TableDataProvider {
  var sectionCount: Int { presenter.numberOfSections }
  var canEdit: Bool { onDelete != nil || isEditing && onMove != nil }
  var canMove: Bool { onMove != nil }

  func rowCount(inSection section: Int) -> Int { presenter.numberOfRows(inSection: section) }

  func title(ofSection section: Int) -> String? { header?(section) }

  func cell(at path: IndexPath, in table: UITableView) -> UITableViewCell {
    let row = presenter.row(at: RowPath(path))
    let kind = kind(for: row)
    let cell = table.dequeueReusableCell(withIdentifier: kind.identifier, for: path)
    kind.configure(cell, row)
    return cell
  }

  func deleteRow(at path: IndexPath) {
    guard let onDelete, let row = row(at: path) else { return }
    isDeleting = true
    defer { isDeleting = false }
    onDelete(row)
    presenter.flush()
  }

  func moveRow(from source: IndexPath, to target: IndexPath) {
    guard let onMove, let row = row(at: source) else { return }
    let target = RowPath(target)
    presenter.surfaceMovedRow(from: RowPath(source), to: target)
    onMove(row, target)
  }

  func dragEnded() { presenter.surfaceBecameReady() }
}
#endif
