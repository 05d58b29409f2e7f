#if Maps && WebPages
import CGTK
import Foundation
import Stagecraft
import StagecraftGTK
import StagecraftGTKTestKit

struct Order: Identifiable, Sendable {
  var id: Int
  var title: String
}

/// A list of 100,000 rows while several writers edit it.
@MainActor
enum Lists {
  /// How the list is edited.
  struct Load {
    var name: String
    var writers: Int
    /// How many edits a second; nil for as many as possible.
    var rate: Int?
    /// Whether the writers are tasks rather than threads.
    var areTasks = false
    /// How much the threads give way to others.
    var niceness = 0
    var seconds: Double
  }

  static func run(_ report: Report) async throws {
    let seconds = report.isSmoke ? 1.0 : 10.0
    let loads = [
      Load(name: "190 edits a second", writers: 4, rate: 190, seconds: seconds),
      Load(name: "1,800 edits a second", writers: 4, rate: 1800, seconds: seconds),
      Load(name: "eight tasks at full speed", writers: 8, areTasks: true, seconds: seconds),
      Load(name: "eight threads at full speed", writers: 8, seconds: seconds),
      Load(
        name: "eight threads at full speed, nice 10", writers: 8, niceness: 10, seconds: seconds),
    ]
    for load in loads { try await measure(load, report) }
  }

  private static func measure(_ load: Load, _ report: Report) async throws {
    let count = report.isSmoke ? 20_000 : 100_000
    let orders = LiveList((0..<count).map { Order(id: $0, title: "Order \($0)") })
    let list = ListView(orders, selection: .single) {
      Label()
    } show: { label, order in
      label.text = order.title
    }
    let window = TestWindow(ScrolledView(list), width: 500, height: 600)
    try await window.open()
    list.scroll(to: count / 2)
    try await list.nextFrames(5)

    let watch = ListWatch(list)
    watch.begin()
    // Without writers, for comparison: how punctual frames are on this machine.
    try await Task.sleep(for: .seconds(min(load.seconds, 2)))
    let calm = watch.worstGap
    watch.restart()
    let writers = Writers(orders, load)
    try await Task.sleep(for: .seconds(load.seconds / 3))
    let memory = Clock.memory
    try await Task.sleep(for: .seconds(load.seconds * 2 / 3))
    let growth = Clock.memory - memory
    let edits = await writers.stop()
    watch.end()
    let name = load.name
    let isFull = load.rate == nil
    let elapsed = watch.elapsed

    report.add(
      "\(name): edits, batches, splices a batch",
      """
      \(Int(Double(edits) / elapsed)) a second, \(watch.batches.count), \
      \(String(format: "%.1f", watch.splicesPerBatch))
      """)
    report.add(
      "\(name): worst batch, processor (wall)",
      "\(watch.worstProcessor.ms) (\(watch.worstWall.ms))", target: "8 ms",
      isMet: watch.worstProcessor <= 0.008)
    report.add(
      "\(name): frames, latest",
      """
      \(watch.frames) of \(Int(elapsed * 60)), \(watch.worstGap.ms) \
      (\(calm.ms) without edits)
      """,
      target: isFull ? "50 ms" : "all",
      isMet: isFull ? watch.worstGap <= 0.05 : Double(watch.frames) >= elapsed * 60 * 0.99 - 2)
    report.add(
      "\(name): most processor time of the main thread in a frame", watch.worstLoad.ms,
      target: "16.7 ms", isMet: watch.worstLoad <= 0.0167)
    report.add("\(name): coarse batches", "\(watch.coarseBatches)")
    let requests = Double(watch.requests) / Double(max(edits, 1))
    report.add(
      "\(name): `get_item` an edit", String(format: "%.2f", requests), target: "0.5",
      isMet: requests < 0.5)
    report.add(
      "\(name): memory after a third, growth since", "\(memory >> 20) MB, \(growth >> 20) MB",
      target: "flat", isMet: growth < 40 << 20)
    report.check(
      "\(name): most rows in sight moved in a frame", watch.furthest <= 600,
      String(format: "%.0f pixels", watch.furthest))
    report.check(
      "\(name): most a row moved while those in sight stayed", watch.furthestCalm <= 1.5,
      String(format: "%.1f pixels", watch.furthestCalm))
    report.check(
      "\(name): most positions from the place at the start", watch.drift <= count / 20,
      "\(watch.drift) of \(count)")
    report.check("\(name): selection kept", watch.lostSelections == 0, "\(watch.lostSelections)")
    report.check(
      "\(name): window never blank", watch.blanks == 0, "\(watch.blanks) of \(watch.samples)")

    let isSettled = await GTKTest.until {
      list.snapshot?.isIdentical(to: orders.snapshot()) == true
    }
    try await list.nextFrames(2)
    let snapshot = orders.snapshot()
    let agrees = list.visibleRows.allSatisfy { id in
      (list.widget(ofRow: id) as? Label)?.text == snapshot[id: id]?.title
    }
    report.check(
      "\(name): shows the newest version at the end", isSettled && agrees,
      "\(list.visibleRows.count) rows in sight, \(list.livingRows) row objects")
    report.check("\(name): row objects", list.livingRows < 450, "\(list.livingRows)")
    if let folder = ProcessInfo.processInfo.environment["GTK_PICTURES"] {
      let file = name.replacingOccurrences(of: " ", with: "-")
      _ = Screenshot(of: window)?.write(to: "\(folder)/bench-\(file).png")
    }
    window.close()
  }
}
#endif
