#if GTK
internal import CGTK
internal import CStageGTK
internal import StagecraftLists

extension RowsView {
  /// Scrolls to a row in the next frame, as little as needed to show it, or to a place in sight.
  ///
  /// ```swift
  /// titles.scroll(to: firstTitle, at: .top)
  /// ```
  ///
  /// A view that has no size yet scrolls when it has. A row that the list does not have, also not
  /// after its newest changes, is ignored. Near the ends of the list, a row may not reach the place.
  ///
  /// - Parameters:
  ///   - id: The identity of the row.
  ///   - place: Where in sight the row is to be.
  public final func scroll(to id: Element.ID, at place: RowPlace = .nearest) {
    wantedRow = (id, place)
    if pacer.changed() { requestFrames() }
  }

  func scrollToWantedRow() {
    guard let (id, place) = wantedRow else { return }
    // A view without a size waits for a frame with one only if there is something to wait for.
    guard snapshot?.index(of: id) != nil else {
      wantedRow = nil
      return
    }
    let hasSize = withList { gtk_widget_get_height($0) > 1 && gtk_widget_get_mapped($0) != 0 }
    guard hasSize else {
      if pacer.changed() { requestFrames() }
      return
    }
    wantedRow = nil
    guard let position = snapshot?.index(of: id) else { return }
    withList { _ = stage_list_scroll_to($0, UInt32(position)) }
    // GTK 4.8 scrolls as little as needed; from there, the place is known.
    if place != .nearest { afterLayout { [weak self] in self?.move(id, to: place) } }
  }

  private func move(_ id: Element.ID, to place: RowPlace) {
    guard wantedRow == nil, let frame = frame(ofRow: id) else { return }
    withList { list in
      let room = Double(gtk_widget_get_height(list)) - frame.height
      let target = place == .top ? 0 : max(room / 2, 0)
      guard let adjustment = gtk_scrollable_get_vadjustment(OpaquePointer(list)) else { return }
      gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + frame.y - target)
    }
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

/// Where a row is to be in sight.
public enum RowPlace: Hashable, Sendable {
  /// Anywhere, with as little scrolling as possible.
  case nearest
  /// At the top.
  case top
  /// In the middle.
  case center
}
#endif
