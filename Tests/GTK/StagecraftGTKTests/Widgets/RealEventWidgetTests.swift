#if GTK
import CGTK
import StagecraftGTKTestKit
import StagecraftLists
import StagecraftTestKit
import Testing

@testable import StagecraftGTK

/// Keys and a mouse of the display, where there is a window manager: set `GTK_REAL_EVENTS`.
extension WindowTests {
  @MainActor
  @Suite(
    "Real events of widgets", .enabled(if: environment("GTK_REAL_EVENTS") != nil),
    .timeLimit(.minutes(2)))
  struct RealEventWidgetTests {
    init() { GTKTest.prepare() }

    @Test func typingOpensTheSearchBar() async throws {
      let census = Census()
      do {
        let bar = SearchBar(SearchEntry(placeholder: "Titles"))
        let page = Box(.vertical, [bar, Button("Borrow")])
        bar.captureKeys(of: page)
        let window = TestWindow(page)
        try await window.open()
        #expect(await GTKTest.until { window.isActive })
        page.children[1].grabFocus()
        await run("xdotool type emma")
        #expect(await GTKTest.until { bar.isOpen && bar.entry.text == "emma" })
        await run("xdotool key Escape")
        #expect(await GTKTest.until { !bar.isOpen })
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func theMouseMovesARowOfAList() async throws {
      let census = Census()
      do {
        let (orders, list) = OrderRow.list(6)
        let window = TestWindow(ScrolledView(list), width: 300, height: 300)
        try await window.open()
        #expect(await GTKTest.until { window.isActive && OrderRow.row(3, in: list) != nil })
        let first = try #require(OrderRow.row(0, in: list)?.frame(in: window))
        let fourth = try #require(OrderRow.row(3, in: list)?.frame(in: window))
        let (from, to) = (Int(first.y + 20), Int(fourth.y + fourth.height - 6))
        let pointer = "xdotool getactivewindow mousemove --window %1"
        await run("\(pointer) 100 \(from) mousedown 1")
        for y in stride(from: from, through: to, by: 8) { await run("\(pointer) 100 \(y)") }
        await run("\(pointer) 100 \(to)")
        await run("xdotool mouseup 1")
        #expect(await GTKTest.until { orders.snapshot().map(\.id) == [1, 2, 3, 0, 4, 5] })
        try await window.nextFrames(2)
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func aClickAndKeysOpenTheMenuOfARow() async throws {
      let census = Census()
      do {
        var asked: [Int] = []
        let orders = LiveList((0..<6).map { RowOrder(id: $0) })
        let list = ListView(orders, selection: .single) { () -> OrderRow in
          let row = OrderRow(onMove: { _, _ in false })
          row.addContextMenu { [weak row] in
            row?.order.map { asked.append($0) }
            let menu = Menu()
            menu.addItem("Cancel the Order") {}
            return menu
          }
          return row
        } show: { row, order in
          row.order = order.id
          row.text = "#\(order.id)"
        }
        let window = TestWindow(ScrolledView(list), width: 300, height: 300)
        try await window.open()
        #expect(await GTKTest.until { window.isActive && OrderRow.row(3, in: list) != nil })
        /// Opens a menu, and closes it with a key.
        func opens(_ command: String, _ rows: [Int]) async {
          await run(command)
          #expect(
            await GTKTest.until(.seconds(5)) {
              asked == rows && openMenus(in: window).contains { Self.hasFocus($0) }
            }, "\(command): \(asked)")
          await run("xdotool key Escape")
          #expect(await GTKTest.until(.seconds(5)) { openMenus(in: window).isEmpty })
        }
        let second = try #require(OrderRow.row(1, in: list)?.frame(in: window))
        let pointer = "xdotool getactivewindow mousemove --window %1"
        await opens("\(pointer) 40 \(Int(second.y + 10)) click 3", [1])
        list.focus(row: 2)
        #expect(await GTKTest.until { list.containsFocus })
        await opens("xdotool key Menu", [1, 2])
        await opens("xdotool key shift+F10", [1, 2, 2])
        window.close()
      }
      await census.expectUnchanged()
    }

    private static func hasFocus(_ menu: UnsafeMutablePointer<GtkWidget>) -> Bool {
      guard let root = gtk_widget_get_root(menu), let focus = gtk_root_get_focus(root) else {
        return false
      }
      return focus == menu || gtk_widget_is_ancestor(focus, menu) != 0
    }

    @Test func theMouseDragsALabel() async throws {
      let census = Census()
      do {
        var drops: [Drop] = []
        var (hovers, ends): (Int, [Bool]) = (0, [])
        let (source, target) = (Label("#4711"), Label("Ready"))
        for label in [source, target] { label.setMinimumSize(height: 100) }
        source.addDragSource(
          .items("order"), icon: { Texture(width: 20, height: 30) { $0.paint(.black) } },
          onEnd: { ends.append($0) }, payload: { "4711" })
        target.addDropTarget(
          .items("order"), onHover: { if $0 != nil { hovers += 1 } },
          onDrop: { drop in
            drops.append(drop)
            return true
          })
        let window = TestWindow(Box(.vertical, [source, target]), width: 300, height: 200)
        try await window.open()
        #expect(await GTKTest.until { window.isActive })
        let pointer = "xdotool getactivewindow mousemove --window %1"
        await run("\(pointer) 100 40 mousedown 1")
        for y in stride(from: 50, through: 170, by: 10) { await run("\(pointer) 100 \(y)") }
        #expect(await GTKTest.until { hovers > 0 })
        await run("xdotool mouseup 1")
        #expect(await GTKTest.until { ends == [true] })
        #expect(drops.map(\.payload) == ["4711"])
        window.close()
      }
      await census.expectUnchanged()
    }
  }
}
#endif
