#if GTK
import CGTK
import StagecraftGTK
import StagecraftGTKTestKit
import Testing

extension WindowTests {
  @MainActor
  @Suite("Widgets")
  struct WidgetTests {
    init() { GTKTest.prepare() }

    @Test func aBoxRetainsTheWrappersInIt() {
      let census = WidgetCensus.shared
      let before = (census.wrappers, census.widgets)
      do {
        let box = Box()
        var clicks = 0
        box.append(Button("Borrow") { clicks += 1 })
        (box.children[0] as? Button)?.click()
        #expect(clicks == 1)
        #expect(census.wrappers == before.0 + 2)
      }
      #expect(census.wrappers == before.0)
      #expect(census.widgets == before.1)
    }

    @Test func aSecondWrapperOfAWidgetIsNotASecondWidget() {
      let census = WidgetCensus.shared
      let before = (census.wrappers, census.widgets)
      do {
        let label = Label("One")
        let again = label.withRaw { Widget($0) }
        #expect(census.wrappers == before.0 + 2 && census.widgets == before.1 + 1)
        _ = (label, again)
      }
      #expect(census.wrappers == before.0 && census.widgets == before.1)
    }

    @Test func aConnectionMayBeCancelledTwiceInsideItsHandler() async {
      let census = Census()
      do {
        let button = Button("Once")
        var connection: SignalConnection?
        var calls = 0
        connection = button.on("clicked") { _ in
          calls += 1
          connection?.cancel()
          connection?.cancel()
        }
        button.click()
        button.click()
        connection?.cancel()
        #expect(calls == 1)
        connection = nil
      }
      await census.expectUnchanged()
    }

    @Test(arguments: [true, false])
    func aWaitForAFrameEndsWithThePlaceInTheWindow(_ isCancelled: Bool) async throws {
      let census = Census()
      do {
        let label = Label("Waiting")
        let place = Bin()
        place.content = label
        let window = TestWindow(place)
        try await window.open()
        // A hidden window draws no frames.
        window.isVisible = false
        let wait = Task { try await label.nextFrames() }
        await GTKTest.idle()
        if isCancelled { wait.cancel() } else { place.content = nil }
        await #expect(throws: CancellationError.self) { try await wait.value }
        // The widget waits again in its next place.
        if !isCancelled { place.content = label }
        window.isVisible = true
        try await label.nextFrames(2)
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func aWidgetInNoWindowWaitsForNoFrame() async throws {
      let label = Label("Alone")
      try await label.nextFrames(0)
      await #expect(throws: CancellationError.self) { try await label.nextFrames() }
      let box = Box(.vertical, [label])
      await #expect(throws: CancellationError.self) { try await label.nextFrames(2) }
      box.removeAll()
    }

    @Test func aWindowMayBeReleasedWhenItIsAskedToClose() async {
      let census = Census()
      var window: Window? = Window("Short")
      window?.content = Label("Nothing")
      window?.onCloseRequest = { window = nil }
      window?.present()
      window?.requestClose()
      #expect(window != nil)
      #expect(await GTKTest.until { window == nil })
      await census.expectUnchanged()
    }

    @Test func aClosureIsCalledWithEachSize() async throws {
      let census = Census()
      do {
        var sizes: [[Int]] = []
        let (label, place) = (Label("Titles"), Bin())
        let window = TestWindow(place, width: 500, height: 300)
        window.onResize { sizes.append([$0, $1]) }
        var labelSizes = 0
        label.onResize { _, _ in labelSizes += 1 }
        try await window.open()
        #expect(await GTKTest.until { !sizes.isEmpty })
        let first = sizes
        #expect(first.count == 1 && first[0][0] >= 500)
        place.content = label
        #expect(await GTKTest.until { labelSizes == 1 })
        window.withRaw(as: GtkWindow.self) { gtk_window_maximize($0) }
        window.withRaw(as: GtkWindow.self) { gtk_window_set_default_size($0, 640, 480) }
        #expect(await GTKTest.until { sizes.count > 1 && labelSizes > 1 })
        #expect(sizes.last == [window.width, window.height])
        let count = labelSizes
        // Without another size, it is not called.
        label.text = "Loans"
        try await window.nextFrames(2)
        #expect(labelSizes == count)
        // In another place it goes on.
        place.content = nil
        window.withRaw(as: GtkWindow.self) { gtk_window_set_default_size($0, 400, 400) }
        #expect(await GTKTest.until { window.width < 640 })
        place.content = label
        #expect(await GTKTest.until { labelSizes > count })
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func anOffsetIsForgottenWhenTheUserScrolls() async throws {
      let census = Census()
      do {
        let content = Box()
        content.setMinimumSize(height: 1000)
        let scrolled = ScrolledView(content)
        let window = TestWindow(scrolled, height: 200)
        try await window.open()
        func user(scrollsTo offset: Double) {
          scrolled.withOpaque {
            gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment($0), offset)
          }
        }
        // Kept while the content only becomes shorter, and thereby moves.
        user(scrollsTo: 700)
        scrolled.scroll(to: 2000)
        content.setMinimumSize(height: 500)
        #expect(await GTKTest.until { scrolled.offset == 300 })
        #expect(scrolled.intendedOffset == 2000)
        content.setMinimumSize(height: 3000)
        #expect(await GTKTest.until { scrolled.offset == 2000 })

        scrolled.scroll(to: 4000)
        #expect(scrolled.intendedOffset == 4000)
        user(scrollsTo: 40)
        #expect(scrolled.intendedOffset == 40)
        content.setMinimumSize(height: 6000)
        try await scrolled.nextFrames(3)
        #expect(scrolled.offset == 40)
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func aPlantedWarningIsCounted() {
      let before = GTKTest.warnings
      plantWarning()
      #expect(GTKTest.warnings == before + 1)
      GTKTest.forgive(1)
    }
  }
}
#endif
