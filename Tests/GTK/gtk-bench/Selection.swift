#if Maps && WebPages
import Stagecraft
import StagecraftGTK
import StagecraftGTKTestKit

/// The selection of all rows of a long list.
@MainActor
enum Selection {
  static func run(_ report: Report) async throws {
    let count = report.isSmoke ? 10_000 : 1_000_000
    let orders = LiveList((0..<count).map { Order(id: $0, title: "Order \($0)") })
    let list = ListView(orders, selection: .multiple) {
      Label()
    } show: { label, order in
      label.text = order.title
    }
    let window = TestWindow(ScrolledView(list), width: 500, height: 600)
    try await window.open()
    let all = Set(0..<count)
    let start = Clock.wall
    list.selection = all
    let set = Clock.wall
    let isComplete = list.selection.count == count
    let read = Clock.wall
    list.selection = []
    report.add("selection of \(count) rows, set", (set - start).ms)
    report.add("selection of \(count) rows, read", (read - set).ms)
    report.add("selection of \(count) rows, cleared", (Clock.wall - read).ms)
    report.check("selection of \(count) rows: complete", isComplete, "\(isComplete)")
    window.close()
  }
}
#endif
