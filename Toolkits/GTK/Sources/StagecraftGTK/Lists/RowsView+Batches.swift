internal import CGTK
internal import CStageGTK
internal import Glibc
public import StagecraftLists

extension RowsView: SpliceSurface {
  /// Whether the view is in a frame of its own; otherwise it requests one.
  public final var isReadyForChanges: Bool {
    if isApplying { return true }
    if pacer.changed() { requestFrames() }
    return false
  }

  /// The rows that stay, as the load allows.
  public final var keptRows: [Range<Int>] { keptRows(pacer.detail) }

  /// Lets GTK replace rows.
  ///
  /// - Parameter splice: The replaced rows.
  public final func rowsChanged(_ splice: ListSplice) {
    splices += 1
    if splice.removed > 0, splice.removed == count + splice.removed - splice.inserted {
      isReplaced = true
    }
    dropFocus(from: splice)
    store.announce(splice.position, removed: splice.removed, inserted: splice.inserted)
  }

  /// Shows the new content of rows that have widgets.
  ///
  /// - Parameter positions: The positions of the rows, ascending.
  public final func rowsUpdated(at positions: [Int]) {
    // There are fewer cells than updates may be; rows without cells are read when they get one.
    for cells in columns {
      for cell in cells.all.values {
        guard let position = cell.position, positions.containsSorted(position), let row = cell.row,
          let box = store.refresh(row, at: position)
        else { continue }
        cells.update(cell, with: box)
      }
    }
  }

  // MARK: Frames

  func setShown(_ isShown: Bool) {
    if pacer.setShown(isShown) { requestFrames() }
  }

  /// Whether there are changes, or a row to scroll to, that wait for a frame.
  package final var isWaitingForFrame: Bool { pacer.isFrameRequested }

  /// The number of living row objects, which GTK retains.
  package final var livingRows: Int { store.livingRows }

  /// How often GTK has requested a row.
  package final var rowRequests: Int { store.requests }

  func requestFrames() {
    let link = Unmanaged.passRetained(FrameLink { [weak self] in self?.frame() ?? false })
    withRaw { raw in
      _ = gtk_widget_add_tick_callback(
        raw,
        { _, _, data in
          nonisolated(unsafe) let data = data!
          return onMainThread {
            Unmanaged<FrameLink>.fromOpaque(data).takeUnretainedValue().body() ? 1 : 0
          }
        }, link.toOpaque(),
        { Unmanaged<FrameLink>.fromOpaque($0!).release() })
    }
  }

  /// - Returns: Whether to call again in the next frame.
  private func frame() -> Bool {
    switch pacer.frame() {
    case .stop: return false
    case .wait: return true
    case .apply(let detail):
      apply(detail)
      return true
    }
  }

  /// Shows the newest version.
  func apply(_ detail: BatchPacer.Detail) {
    isApplying = true
    splices = 0
    isReplaced = false
    let wall = RowClock.wall
    let processor = RowClock.processor
    let former = snapshot
    focusBefore = focusedRow
    store.presenter.flush()
    if let cells = columns.first { showHeaders?(cells) }
    focusBefore = nil
    isApplying = false
    let batch = RowBatch(
      splices: splices, nanoseconds: RowClock.processor - processor,
      wallNanoseconds: RowClock.wall - wall, isCoarse: detail == .coarse)
    pacer.batchEnded(nanoseconds: batch.nanoseconds, splices: batch.splices)
    if splices > 0 {
      if isReplaced, let former { scrollToRemainingRow(of: former) }
      restoreFocusLater()
      if let former { repairPlaceLater(former) }
      deselectRemovedRows()
    }
    scrollToWantedRow()
    onBatch?(batch)
  }
}

/// What a tick callback of GTK's holds.
@MainActor
private final class FrameLink {
  let body: @MainActor () -> Bool
  init(_ body: @escaping @MainActor () -> Bool) { self.body = body }
}

/// Clocks in nanoseconds.
enum RowClock {
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
  /// Returns whether a number is among these ascending ones.
  fileprivate func containsSorted(_ number: Int) -> Bool {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] == number
  }
}
