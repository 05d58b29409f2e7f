#if GTK
internal import CGTK
internal import CStageGTK
internal import StagecraftLists

extension RowsView {
  /// Scrolls if the rows do not fill the view after the layout.
  ///
  /// GTK 4.8 may show an empty space after most rows with widgets were replaced: it then has
  /// widgets for other rows than those in sight. Scrolling to a row makes it begin again there.
  func repairPlaceLater() {
    guard !isRepairing else { return }
    isRepairing = true
    afterLayout { [weak self] in
      guard let self else { return }
      isRepairing = false
      if hasGap { scrollToRemainingRow() }
      placesBefore = []
      rowsBefore = nil
    }
  }

  /// Whether there is an empty space above or below the rows in sight, although there are more.
  private var hasGap: Bool {
    let height = withList { Double(gtk_widget_get_height($0)) }
    guard count > 0, height > 1, withList({ gtk_widget_get_mapped($0) != 0 }) else { return false }
    let seen = seenRows()
    guard let first = seen.first, let last = seen.last, let top = first.frame, let end = last.frame
    else { return true }
    return top.y > 1 && first.position > 0
      || end.y + end.height < height - 1 && last.position < count - 1
  }
}
#endif
