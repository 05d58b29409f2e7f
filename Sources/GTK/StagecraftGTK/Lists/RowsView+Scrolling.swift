#if GTK
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
    // A view without a size waits for a frame with one only if there is something to wait for.
    guard snapshot?.index(of: wantedRow) != nil else {
      self.wantedRow = nil
      return
    }
    let hasSize = withList { gtk_widget_get_height($0) > 1 && gtk_widget_get_mapped($0) != 0 }
    guard hasSize else {
      if pacer.changed() { requestFrames() }
      return
    }
    self.wantedRow = nil
    guard let position = snapshot?.index(of: wantedRow) else { return }
    withList { _ = stage_list_scroll_to($0, UInt32(position)) }
  }

  /// To the row nearest to those in sight, none of which may be left for GTK to find its place by.
  func scrollToRemainingRow() {
    guard let rows = snapshot, let former = rowsBefore, !rows.isEmpty else { return }
    let middle = placesBefore.isEmpty ? 0 : placesBefore[placesBefore.count / 2]
    var position: Int?
    for distance in 0..<2000 where position == nil {
      for candidate in [middle - distance, middle + distance] where former.indices ~= candidate {
        position = position ?? rows.index(of: former[candidate].id)
      }
    }
    withList { _ = stage_list_scroll_to($0, UInt32(position ?? 0)) }
  }
}
#endif
