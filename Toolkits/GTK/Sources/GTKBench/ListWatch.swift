import CGTK
import Stagecraft
import StagecraftGTK

/// Observes a list in each frame: when the frame comes, what is in sight, and what the batches cost.
@MainActor
final class ListWatch {
  private let list: ListView<Order>
  private var began = 0.0
  private var ended = 0.0
  private var last: Double?
  private var isRunning = false
  private var requestsAtStart = 0
  /// A row in sight and where it was in the last frame.
  private var anchor: (id: Int, y: Double, start: Double)?
  private var selected: Int?

  private(set) var frames = 0
  private(set) var worstGap = 0.0
  private(set) var batches: [RowBatch] = []
  private(set) var samples = 0
  private(set) var blanks = 0
  private(set) var lostSelections = 0
  private(set) var furthest = 0.0

  init(_ list: ListView<Order>) { self.list = list }

  var elapsed: Double { ended - began }
  var requests: Int { list.rowRequests - requestsAtStart }
  var worstProcessor: Double { Double(batches.map(\.nanoseconds).max() ?? 0) / 1e9 }
  var worstWall: Double { Double(batches.map(\.wallNanoseconds).max() ?? 0) / 1e9 }
  var splicesPerBatch: Double {
    Double(batches.map(\.splices).reduce(0, +)) / Double(max(batches.count, 1))
  }
  var coarseBatches: Int { batches.count { $0.isCoarse } }

  func begin() {
    isRunning = true
    list.onBatch = { [weak self] batch in self?.batches.append(batch) }
    restart()
    let data = Unmanaged.passRetained(self).toOpaque()
    list.withRaw { raw in
      _ = gtk_widget_add_tick_callback(
        raw,
        { _, _, data in
          Unmanaged<ListWatch>.fromOpaque(data!).takeUnretainedValue().frame() ? 1 : 0
        }, data, { Unmanaged<ListWatch>.fromOpaque($0!).release() })
    }
  }

  func restart() {
    began = Clock.wall
    (frames, worstGap, batches, samples, blanks) = (0, 0, [], 0, 0)
    (last, anchor, selected) = (nil, nil, nil)
    requestsAtStart = list.rowRequests
  }

  func end() {
    ended = Clock.wall
    isRunning = false
    list.onBatch = nil
  }

  private func frame() -> Bool {
    guard isRunning else { return false }
    let now = Clock.wall
    frames += 1
    if let last { worstGap = max(worstGap, now - last) }
    last = now
    sample()
    return true
  }

  /// Looks at what the previous frame has laid out.
  private func sample() {
    guard let shown = list.snapshot else { return }
    let visible = list.visibleRows
    samples += 1
    if visible.count < 15 { blanks += 1 }
    if let selected, shown.index(of: selected) != nil, list.selection != [selected] {
      lostSelections += 1
    }
    if selected.flatMap({ shown.index(of: $0) }) == nil, !visible.isEmpty {
      // The selected row was removed, or there is none yet.
      selected = visible[visible.count / 2]
      list.selection = [visible[visible.count / 2]]
    }
    if let known = anchor, shown.index(of: known.id) != nil {
      let y = list.frame(ofRow: known.id)?.y ?? 1e6
      furthest = max(furthest, abs(y - known.start))
      anchor?.y = y
    } else if visible.count > 2 {
      // Another row takes the place of one that was removed.
      let id = visible[visible.count / 2]
      let y = list.frame(ofRow: id)?.y ?? 0
      anchor = (id, y, y)
    }
  }
}
