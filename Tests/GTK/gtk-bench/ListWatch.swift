#if Maps && WebPages
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
  private var connection: SignalConnection?
  private var requestsAtStart = 0
  /// Where the rows in sight were in the last frame.
  private var places: [Int: Double] = [:]
  private var selected: Int?

  private(set) var frames = 0
  private(set) var worstGap = 0.0
  /// The most processor time that this thread has used between two frames.
  private(set) var worstLoad = 0.0
  private var lastLoad = 0.0
  private(set) var batches: [RowBatch] = []
  private(set) var samples = 0
  private(set) var blanks = 0
  private(set) var lostSelections = 0
  /// How far most rows in sight have moved from one frame to the next.
  private(set) var furthest = 0.0
  /// How far one row has moved in a frame that shows the same rows in the same order as the former.
  private(set) var furthestCalm = 0.0
  /// How many positions the middle of the window was away from its first one, at most.
  private(set) var drift = 0
  private var start: Int?
  private var former: [Int] = []

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
    list.onBatch = { [weak self] batch in self?.batches.append(batch) }
    restart()
    // A callback makes the window draw all frames; what is looked at is laid out.
    list.withRaw { raw in
      _ = gtk_widget_add_tick_callback(raw, { _, _, _ in 1 }, nil, nil)
      let clock = UnsafeMutableRawPointer(gtk_widget_get_frame_clock(raw)!)
      connection = SignalConnection(clock, "after-paint") { [weak self] _ in
        self?.frame()
        return nil
      }
    }
  }

  func restart() {
    began = Clock.wall
    (frames, worstGap, batches, samples, blanks) = (0, 0, [], 0, 0)
    (lostSelections, furthest, worstLoad) = (0, 0, 0)
    (last, places, selected) = (nil, [:], nil)
    (furthestCalm, drift, start, former) = (0, 0, nil, [])
    requestsAtStart = list.rowRequests
  }

  func end() {
    ended = Clock.wall
    connection?.cancel()
    list.onBatch = nil
  }

  private func frame() {
    let now = Clock.wall
    frames += 1
    let load = Clock.thread
    if let last {
      worstGap = max(worstGap, now - last)
      worstLoad = max(worstLoad, load - lastLoad)
    }
    (last, lastLoad) = (now, load)
    sample()
  }

  /// Looks at what the frame has laid out.
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
    // Single rows move because they are moved; the place is that of most of them.
    let now = visible.reduce(into: [:]) { now, id in now[id] = list.frame(ofRow: id)?.y }
    let moves = now.compactMap { id, y in places[id].map { abs(y - $0) } }.sorted()
    if !places.isEmpty { furthest = max(furthest, moves.isEmpty ? 1e6 : moves[moves.count / 2]) }
    if former == visible { furthestCalm = max(furthestCalm, moves.last ?? 0) }
    (places, former) = (now, visible)
    guard !visible.isEmpty, let middle = shown.index(of: visible[visible.count / 2]) else { return }
    start = start ?? middle
    drift = max(drift, abs(middle - (start ?? middle)))
  }
}
#endif
