#if GTK
import CGTK
import CStageGTK
import StagecraftGTKTestKit
import StagecraftScreens
import Testing

@testable import StagecraftGTK

extension WindowTests {
  @MainActor
  @Suite("Widgets of libadwaita", .timeLimit(.minutes(2)))
  struct AdwaitaTests {
    init() { GTKTest.prepare() }

    /// The first widget of a type below another one, in GTK's own tree.
    private func first(
      _ type: String, in widget: Widget,
      where condition: (UnsafeMutablePointer<GtkWidget>) -> Bool = { _ in true }
    ) -> UnsafeMutablePointer<GtkWidget>? {
      func find(_ raw: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkWidget>? {
        if String(cString: stage_type_name(raw)) == type, gtk_widget_get_mapped(raw) != 0,
          condition(raw)
        {
          return raw
        }
        var child = gtk_widget_get_first_child(raw)
        while let next = child {
          if let found = find(next) { return found }
          child = gtk_widget_get_next_sibling(next)
        }
        return nil
      }
      return widget.withRaw { find($0) }
    }

    private func texts(in widget: Widget) -> [String] {
      var texts: [String] = []
      func walk(_ raw: UnsafeMutablePointer<GtkWidget>) {
        if String(cString: stage_type_name(raw)) == "GtkLabel", gtk_widget_get_mapped(raw) != 0 {
          texts.append(String(cString: gtk_label_get_text(OpaquePointer(raw))))
        }
        var child = gtk_widget_get_first_child(raw)
        while let next = child {
          walk(next)
          child = gtk_widget_get_next_sibling(next)
        }
      }
      widget.withRaw { walk($0) }
      return texts
    }

    @Test func aToastIsShownAndItsButtonCalls() async throws {
      let census = Census()
      do {
        let overlay = ToastOverlay(StatusPage(title: "Loans"))
        let window = TestWindow(overlay)
        try await window.open()
        var log: [String] = []
        let toast = Toast("“A & B <C>” was returned.", button: "_Undo_", timeout: .zero) {
          log.append("undo")
        }
        toast.onDismiss = { log.append("dismissed") }
        overlay.add(toast)
        #expect(await GTKTest.until { texts(in: overlay).contains(toast.title) })
        #expect(await GTKTest.until { texts(in: overlay).contains("_Undo_") })
        let button = try #require(
          first("GtkButton", in: overlay) {
            gtk_button_get_label(
              UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkButton.self))
              != nil
          })
        stage_emit(button, "clicked")
        #expect(await GTKTest.until { log == ["undo", "dismissed"] })
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func aToastNeedsNoReferenceAndLeavesByItself() async throws {
      let census = Census()
      do {
        let overlay = ToastOverlay(Label("Loans"))
        let window = TestWindow(overlay)
        try await window.open()
        var isOver = false
        func show() {
          let toast = Toast("Renewed.", timeout: .milliseconds(10))
          toast.onDismiss = { isOver = true }
          overlay.add(toast)
        }
        show()
        #expect(await GTKTest.until { texts(in: overlay).contains("Renewed.") })
        #expect(await GTKTest.until { isOver })
        // One that waits when the window closes is released with it.
        overlay.add(Toast("First", timeout: .zero))
        overlay.add(Toast("Second", timeout: .zero))
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func aToastOfHighPriorityIsShownAtOnce() async throws {
      let census = Census()
      do {
        let overlay = ToastOverlay()
        let window = TestWindow(overlay)
        try await window.open()
        let first = Toast("First", timeout: .zero)
        overlay.add(first)
        #expect(await GTKTest.until { texts(in: overlay).contains("First") })
        let urgent = Toast("Urgent", timeout: .zero, priority: .high)
        overlay.add(urgent)
        #expect(await GTKTest.until { texts(in: overlay).contains("Urgent") })
        urgent.dismiss()
        #expect(await GTKTest.until { texts(in: overlay) == ["First"] })
        first.dismiss()
        #expect(await GTKTest.until { texts(in: overlay).isEmpty })
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func aStatusPageShowsItsTextsAsTheyAre() async throws {
      let census = Census()
      do {
        var clicks = 0
        let page = StatusPage(
          icon: "system-search-symbolic", title: "<No> & Book", description: "a < b & c",
          Button("Show All") { clicks += 1 })
        let window = TestWindow(page)
        try await window.open()
        #expect(texts(in: page) == ["<No> & Book", "a < b & c", "Show All"])
        #expect(page.icon == "system-search-symbolic" && page.description == "a < b & c")
        (page.content as? Button)?.click()
        #expect(clicks == 1)
        page.content = nil
        page.description = ""
        try await page.nextFrames(2)
        #expect(texts(in: page) == ["<No> & Book"])
        await keepPicture("status-page", of: window)
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func aClampLimitsTheWidth() async throws {
      let census = Census()
      do {
        let content = Box()
        let clamp = Clamp(content, maximumWidth: 300)
        let window = TestWindow(clamp, width: 800)
        try await window.open()
        #expect(content.width <= 300 && content.width > 200 && clamp.maximumWidth == 300)
        clamp.maximumWidth = 500
        try await clamp.nextFrames(2)
        #expect(content.width > 300 && content.width <= 500)
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func rowsOfAGroupAreActivated() async throws {
      let census = Census()
      do {
        var log: [String] = []
        let row = ActionRow("Copy <1>", subtitle: "Ada & Byron") { log.append("row") }
        let plain = ActionRow("Copy 2")
        let switched = ActionRow("Copy 3")
        let button = Button("Renew") { log.append("renew") }
        switched.addSuffix(button)
        switched.activatableWidget = button
        let group = PreferencesGroup("Copies & more", description: "a < b", [row, plain])
        group.headerSuffix = Button("Add")
        group.add(switched)
        let window = TestWindow(Clamp(group))
        try await window.open()
        for text in ["Copies & more", "a < b", "Copy <1>", "Ada & Byron"] {
          #expect(texts(in: group).contains(text))
        }
        #expect(row.title == "Copy <1>" && row.subtitle == "Ada & Byron")
        row.withRaw { _ = gtk_widget_activate($0) }
        plain.withRaw { _ = gtk_widget_activate($0) }
        switched.withRaw { _ = gtk_widget_activate($0) }
        #expect(await GTKTest.until { log.count == 2 })
        #expect(log == ["row", "renew"])
        row.onActivate = nil
        row.withRaw { _ = gtk_widget_activate($0) }
        plain.onActivate = { log.append("plain") }
        plain.activate()
        #expect(log == ["row", "renew", "plain"])
        await keepPicture("group", of: window)
        group.remove(plain)
        #expect(group.rows.count == 2 && plain.parent == nil)
        switched.remove(button)
        #expect(button.parent == nil && switched.activatableWidget == nil)
        group.headerSuffix = nil
        group.removeAll()
        #expect(group.rows.isEmpty)
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func aBarHasATitleWidgetAndASubtitle() async throws {
      let census = Census()
      do {
        let bar = HeaderBar("Library")
        bar.subtitle = "Harbour"
        let window = TestWindow(bar)
        try await window.open()
        #expect(texts(in: bar) == ["Library", "Harbour"])
        let entry = Entry(placeholder: "Search")
        bar.titleWidget = entry
        bar.remove(entry)
        #expect(entry.parent === bar, "It is no widget at a side.")
        try await bar.nextFrames(2)
        #expect(!texts(in: bar).contains("Library") && bar.title == "Library")
        bar.titleWidget = nil
        try await bar.nextFrames(2)
        #expect(texts(in: bar) == ["Library", "Harbour"] && entry.parent == nil)
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func labelsAreCutAndContentScrollsToTheSide() async throws {
      let census = Census()
      do {
        let text = String(repeating: "A long title ", count: 30)
        let (cut, wrapped) = (Label(text), Label(text, wraps: true))
        cut.maximumCharacters = 10
        wrapped.maximumLines = 2
        wrapped.isSelectable = true
        #expect(cut.maximumCharacters == 10 && wrapped.maximumLines == 2 && wrapped.isSelectable)
        let chips = Box(.horizontal, (0..<30).map { Button("Chip \($0)") })
        let line = ScrolledView(chips, .horizontal, showsScrollbars: false)
        let three = Box(.horizontal, [Label("A"), Label("A longer one"), Label("C")])
        three.isHomogeneous = true
        let window = TestWindow(Box(.vertical, [cut, wrapped, line, three]), width: 500)
        try await window.open()
        #expect(window.width <= 500 && chips.width > 1000 && line.height == chips.height)
        #expect(wrapped.height < 60 && wrapped.height > cut.height)
        let widths = three.children.map(\.width).sorted()
        #expect(widths[2] - widths[0] <= 1 && three.isHomogeneous)
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func aToastOfTheStageIsOverTheScreens() async throws {
      let scenario = Scenario()
      do {
        let stage = WindowStage(width: 480, height: 400)
        stage.add(Toast("Too early"))
        let window = ScreenWindow(
          root: scenario.screen("A"), stage: stage, in: scenario.application)
        window.open()
        try await window.view.nextFrames(2)
        stage.add(Toast("Returned.", timeout: .zero))
        #expect(await GTKTest.until { texts(in: window.view).contains("Returned.") })
        #expect(!texts(in: window.view).contains("Too early"))
        let sheet = scenario.screen("Review")
        _ = await window.rootScreen.present(sheet, as: .sheet).outcome
        stage.add(Toast("Sent.", timeout: .zero))
        let sheetWindow = try #require((window.view as? StageWindow)?.sheets.first)
        #expect(await GTKTest.until { texts(in: sheetWindow).contains("Sent.") })
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test(arguments: [true, false])
    func aTitleOrABarSwitchesViews(isSwitcherEnabled: Bool) async throws {
      let census = Census()
      let warnings = GTKTest.warnings
      do {
        let (shelf, reviews) = (Label("Shelf 12"), Entry("Reviews"))
        let stack = ViewStack()
        stack.append(shelf, .init("Shelf", icon: "view-grid-symbolic"))
        stack.append(reviews, .init("Reviews", icon: "starred-symbolic", badge: 2))
        let title = ViewSwitcherTitle(stack, title: "Emma")
        let bar = HeaderBar()
        bar.titleWidget = title
        let bottom = ViewSwitcherBar(stack)
        title.onTitleVisibleChange = { [weak bottom] isVisible in bottom?.isRevealed = isVisible }
        var selected: [Int?] = []
        let window = TestWindow(
          Box(.vertical, [bar, stack, bottom]), width: isSwitcherEnabled ? 800 : 400)
        title.isSwitcherEnabled = isSwitcherEnabled
        title.subtitle = "Jane Austen"
        try await window.open()
        #expect(stack.selectedIndex == 0 && shelf.isMapped)
        #expect(title.isTitleVisible != isSwitcherEnabled)
        #expect(await GTKTest.until { bottom.isRevealed != isSwitcherEnabled })
        stack.onSelect = { selected.append($0) }
        stack.selectedIndex = 1
        #expect(await GTKTest.until { reviews.isMapped && !shelf.isMapped })
        #expect(selected == [1])
        stack[reviews].badge = 3
        #expect(stack[reviews].badge == 3 && stack[shelf].title == "Shelf")
        try await window.nextFrames(2)
        await keepPicture("view-switcher-\(isSwitcherEnabled)", of: window)
        reviews.grabFocus()
        stack.remove(reviews)
        #expect(stack.selectedIndex == 0 && selected == [1, 0] && reviews.parent == nil)
        stack.remove(shelf)
        #expect(stack.selectedIndex == nil)
        window.close()
      }
      // GTK 4.8 warns three to six times of the size of a bar that appears or disappears without an
      // animation.
      GTKTest.forgive(min(GTKTest.warnings - warnings, 6))
      await census.expectUnchanged()
    }
  }
}
#endif
