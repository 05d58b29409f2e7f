#if GTK
internal import CGTK
internal import CStageGTK
internal import Glibc
internal import StagecraftLists

@MainActor
final class RowsSurface<Element: Identifiable & Sendable>: SpliceSurface
where Element.ID: Sendable {
  private weak var view: RowsView<Element>?

  init(_ view: RowsView<Element>) { self.view = view }

  var isReadyForChanges: Bool { view?.isReadyForChanges ?? false }
  var keptRows: [Range<Int>] { view?.keptRows() ?? [] }
  func rowsChanged(_ splice: ListSplice) { view?.rowsChanged(splice) }
  func rowsUpdated(at positions: [Int]) { view?.rowsUpdated(at: positions) }
}

extension RowsView {
  /// In a frame of its own; otherwise it requests one.
  final var isReadyForChanges: Bool {
    if isApplying { return true }
    if pacer.changed() { requestFrames() }
    return false
  }

  final func rowsChanged(_ splice: ListSplice) {
    splices += 1
    if splice.removed > 0, splice.removed == count + splice.removed - splice.inserted {
      isReplaced = true
    }
    dropFocus(from: splice)
    store.announce(splice.position, removed: splice.removed, inserted: splice.inserted)
  }

  final func rowsUpdated(at positions: [Int]) {
    store.refreshRows { positions.containsSorted($0) }
    // There are fewer cells than updates may be; rows without cells are read when they get one.
    for cells in columns {
      for cell in cells.all.values {
        // Showing a row may end other cells.
        guard let position = cell.position, positions.containsSorted(position), let row = cell.row
        else { continue }
        cells.update(cell, with: store.content(of: row))
      }
    }
  }

  // MARK: Frames

  func setShown(_ isShown: Bool) {
    if pacer.setShown(isShown) { requestFrames() }
  }

  /// Whether there are changes, or a row to scroll to, that wait for a frame.
  package final var isWaitingForFrame: Bool { pacer.isFrameRequested }

  /// GTK retains the row objects.
  package final var livingRows: Int { store.livingRows }

  package final var rowRequests: Int { store.requests }

  func requestFrames() {
    onFrame { [weak self] in self?.frame() ?? false }
  }

  /// Returns whether to call again in the next frame.
  private func frame() -> Bool {
    switch pacer.frame() {
    case .stop: return false
    case .wait: return true
    case .apply:
      let began = RowClock.Moment()
      // The list may have changed again since the view was notified of a version that was computed.
      if let update = store.presenter.preparation(), pacer.postpone() {
        updateLater(update)
        return true
      }
      isInFrame = true
      apply(since: began)
      isInFrame = false
      return true
    }
  }

  private func updateLater(_ update: @escaping @Sendable () -> Void) {
    Task.detached(priority: .userInitiated) { [weak self] in
      update()
      await self?.updateEnded()
    }
  }

  private func updateEnded() { pacer.updateEnded() }

  /// Dropped with the view.
  func afterLayout(_ body: @escaping @MainActor () -> Void) {
    guard !isInFrame else { return afterThisFrame(body) }
    onFrame { [weak self] in
      self?.afterThisFrame(body)
      return false
    }
  }

  /// Calls a closure in the turn after this frame, which is laid out by then.
  private func afterThisFrame(_ body: @escaping @MainActor () -> Void) {
    let former = flushes
    Task { [weak self] in
      guard let self else { return }
      if flushes == former { body() } else { afterLayout(body) }
    }
  }

  /// What was computed since a moment counts as part of the batch.
  func apply(since began: RowClock.Moment = RowClock.Moment()) {
    isApplying = true
    splices = 0
    isReplaced = false
    let detail = pacer.detail
    focusBefore = focusedRow
    store.change { store.presenter.flush() }
    if let cells = columns.first { showHeaders?(cells) }
    focusBefore = nil
    isApplying = false
    let batch = RowBatch(
      splices: splices, nanoseconds: RowClock.processor - began.processor,
      wallNanoseconds: RowClock.wall - began.wall, isCoarse: detail == .coarse)
    pacer.batchEnded(nanoseconds: batch.nanoseconds, splices: batch.splices)
    if splices > 0 {
      if isReplaced { scrollToRemainingRow() }
      restoreFocusLater()
      repairPlaceLater()
      deselectRemovedRows()
    }
    scrollToWantedRow()
    onBatch?(batch)
  }
}

enum RowClock {
  struct Moment {
    let wall = RowClock.wall
    let processor = RowClock.processor
  }

  static var wall: Int { now(CLOCK_MONOTONIC) }
  /// The time that this thread has run.
  static var processor: Int { now(CLOCK_THREAD_CPUTIME_ID) }

  private static func now(_ clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}

extension [Int] {
  fileprivate func containsSorted(_ number: Int) -> Bool {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] == number
  }
}
#endif
