internal import CGTK
internal import CStageGTK
internal import StagecraftLists

extension RowsView {
  /// Scrolls to a row in the next frame, as little as needed to show it.
  ///
  /// A view that has no size yet scrolls when it has. A row that the list does not have, also not
  /// after its newest changes, is ignored.
  ///
  /// - Parameter id: The identity of the row.
  public final func scroll(to id: Element.ID) {
    wantedRow = id
    if pacer.changed() { requestFrames() }
  }

  func scrollToWantedRow() {
    guard let wantedRow else { return }
    let hasSize = withList { gtk_widget_get_height($0) > 1 && gtk_widget_get_mapped($0) != 0 }
    guard hasSize else {
      if pacer.changed() { requestFrames() }
      return
    }
    self.wantedRow = nil
    guard let position = snapshot?.index(of: wantedRow) else { return }
    withList { _ = stage_list_scroll_to($0, UInt32(position)) }
  }
}
