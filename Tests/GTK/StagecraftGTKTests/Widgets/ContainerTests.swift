#if GTK
import CGTK
import CStageGTK
import StagecraftGTKTestKit
import Testing

@testable import StagecraftGTK

extension WindowTests {
  @MainActor
  @Suite("Containers", .timeLimit(.minutes(2)))
  struct ContainerTests {
    init() { GTKTest.prepare() }

    private func activateItem(around widget: Widget) {
      widget.withRaw { _ = gtk_widget_activate(gtk_widget_get_parent($0)) }
    }

    @Test func aFlowBoxPutsItemsInLinesAndActivatesThem() async throws {
      let census = Census()
      do {
        let labels = (0..<5).map { Label("\($0)") }
        let box = FlowBox(spacing: 6, perLine: 2...3, labels)
        let window = TestWindow(box)
        try await window.open()
        box.isHomogeneous = true
        try await window.nextFrames(2)
        let frames = labels.compactMap { $0.frame(in: box) }
        #expect(frames[0].y == frames[2].y && frames[3].y > frames[2].y)
        #expect(box.isHomogeneous)
        var activated: [Int] = []
        box.onActivate = { index, widget in
          activated.append(index)
          box.remove(widget)
        }
        activateItem(around: labels[3])
        #expect(await GTKTest.until { activated == [3] })
        #expect(box.children.count == 4 && labels[3].parent == nil)
        box.insert(labels[3], at: 0)
        try await window.nextFrames(2)
        #expect(labels[3].frame(in: box)?.y == labels[0].frame(in: box)?.y)
        activateItem(around: labels[3])
        #expect(await GTKTest.until { activated == [3, 0] })
        box.removeAll()
        #expect(box.children.isEmpty)
        window.close()
        box.onActivate = nil
      }
      await census.expectUnchanged()
    }

    /// An arrow key before the first layout stopped the program.
    @Test func theFocusReachesAFlowBoxAfterTheFirstLayout() async throws {
      let census = Census()
      do {
        let box = FlowBox((0..<5).map { Label("\($0)") })
        let window = TestWindow(box)
        box.focusFirst()
        #expect(!box.containsFocus)
        try await window.open()
        try await window.nextFrames(4)
        box.focusFirst()
        #expect(box.containsFocus)
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func aListBoxActivatesSelectsAndRemovesRows() async throws {
      let census = Census()
      do {
        let rows = (0..<4).map { Label("Copy \($0)") }
        let list = ListBox(isBoxed: true, selectsRows: true, rows)
        let window = TestWindow(list)
        try await window.open()
        #expect(list.hasStyle("boxed-list"))
        var (activated, selected): ([Int], [Int?]) = ([], [])
        list.onActivate = { index, row in
          activated.append(index)
          #expect(row === rows[index])
        }
        list.onSelect = { selected.append($0) }
        activateItem(around: rows[2])
        #expect(await GTKTest.until { activated == [2] })
        list.selectedIndex = 1
        #expect(await GTKTest.until { selected.last == 1 })
        list.selectedIndex = nil
        #expect(await GTKTest.until { selected.last == .some(nil) })
        #expect(list.row(at: 3) === rows[3] && list.row(at: 4) == nil)
        list.remove(rows[0])
        #expect(list.row(at: 0) === rows[1])
        list.insert(rows[0], at: 3)
        #expect(list.row(at: 3) === rows[0])
        // A row that is a row of GTK's is not put into another one.
        let own = Widget(gtk_list_box_row_new())
        list.insert(own, at: 0)
        #expect(list.row(at: 0) === own)
        list.remove(own)
        list.activatesOnSingleClick = false
        #expect(!list.activatesOnSingleClick)
        list.removeAll()
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func anOverlayPutsWidgetsInFront() async throws {
      let census = Census()
      do {
        let (content, badge) = (Box(), Label("3"))
        badge.horizontalAlignment = .end
        badge.verticalAlignment = .start
        badge.setMargins(top: 4, end: 6)
        let overlay = Overlay(content, [badge])
        let window = TestWindow(overlay, width: 200, height: 100)
        try await window.open()
        let frame = try #require(badge.frame(in: overlay))
        #expect(frame.y == 4 && frame.x + frame.width == 194)
        #expect(badge.horizontalAlignment == .end && badge.verticalAlignment == .start)
        #expect(badge.parent === overlay && badge.isMapped)
        #expect(content.parent === overlay && content.isMapped)
        overlay.content = Label("Other")
        #expect(content.parent == nil)
        overlay.removeOverlay(badge)
        #expect(!badge.isMapped)
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func aRevealerShowsAndHides() async throws {
      let census = Census()
      do {
        let button = Button("Undo")
        let revealer = Revealer(button, transition: .crossfade)
        let window = TestWindow(revealer)
        try await window.open()
        var finished: [Bool] = []
        revealer.onFinish = { finished.append($0) }
        #expect(!button.isMapped)
        revealer.duration = .seconds(Int64.max)
        revealer.duration = .milliseconds(40)
        #expect(revealer.duration == .milliseconds(40))
        revealer.isRevealed = true
        #expect(await GTKTest.until { finished == [true] && button.isMapped })
        button.grabFocus()
        revealer.isRevealed = false
        #expect(await GTKTest.until { finished == [true, false] && !button.isMapped })
        revealer.content = nil
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func aLabelEndsAfterItsLines() async throws {
      let census = Census()
      do {
        let text = String(repeating: "The first and the greatest of detective novels. ", count: 9)
        let label = Label(text, wraps: true)
        label.maximumCharacters = 12
        label.maximumLines = 2
        label.horizontalAlignment = .start
        let one = Label("One")
        let window = TestWindow(Box(.vertical, [label, one]), width: 300)
        try await window.open()
        #expect(label.height > one.height && label.height < one.height * 3)
        #expect(label.maximumLines == 2 && label.maximumCharacters == 12)
        label.isSelectable = true
        label.maximumLines = nil
        label.maximumCharacters = nil
        #expect(label.isSelectable && label.maximumLines == nil && label.maximumCharacters == nil)
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func propertiesOfPlaceAndStyle() {
      let label = Label("Late")
      label.expandsVertically = true
      label.tooltip = "Three days late"
      label.opacity = 0.5
      label.addStyle("error")
      #expect(label.expandsVertically && !label.expandsHorizontally)
      #expect(label.tooltip == "Three days late" && abs(label.opacity - 0.5) < 0.01)
      #expect(label.hasStyle("error"))
      label.removeStyle("error")
      label.tooltip = ""
      #expect(!label.hasStyle("error") && label.tooltip == "")
    }
  }
}
#endif
