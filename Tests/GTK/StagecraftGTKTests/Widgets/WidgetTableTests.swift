#if GTK
import StagecraftGTKTestKit
import Testing

@testable import StagecraftGTK

/// A kind of widget that is created, shown and released.
struct WidgetSample: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var make: @MainActor @Sendable () -> Widget

  init(_ name: String, _ make: @escaping @MainActor @Sendable () -> Widget) {
    testDescription = name
    self.make = make
  }

  static let all: [WidgetSample] = [
    WidgetSample("DrawingArea") { DrawingArea(label: "Chart", height: 40) { $0.paint(.black) } },
    WidgetSample("Picture") { Picture(Texture(width: 9, height: 9) { $0.paint(.black) }) },
    WidgetSample("Image") { Image("starred-symbolic", label: "Favourite") },
    WidgetSample("SearchEntry") { SearchEntry(placeholder: "Titles") },
    WidgetSample("SearchBar") {
      let bar = SearchBar(SearchEntry())
      let page = Box(.vertical, [bar])
      bar.captureKeys(of: page)
      bar.isOpen = true
      return page
    },
    WidgetSample("FlowBox") { FlowBox([Button("Mystery"), Button("Novel")]) },
    WidgetSample("ListBox") { ListBox(isBoxed: true, [Button("Copy 1"), Label("Copy 2")]) },
    WidgetSample("Overlay") { Overlay(Label("Cover"), [Button("Borrow")]) },
    WidgetSample("Revealer") { Revealer(Button("Undo"), reveals: true) },
  ]
}

extension WindowTests {
  @MainActor
  @Suite("Table of widgets", .timeLimit(.minutes(2)))
  struct WidgetTableTests {
    init() { GTKTest.prepare() }

    @Test(arguments: WidgetSample.all)
    func nothingIsLeftOfAWidget(_ sample: WidgetSample) async throws {
      let census = Census()
      do {
        // Never shown.
        _ = sample.make()
        let widget = sample.make()
        let window = TestWindow(Box(.vertical, [widget]))
        try await window.open()
        widget.grabFocus()
        try await window.nextFrames(1)
        #expect(widget.isMapped)
        window.close()
      }
      await census.expectUnchanged()
    }
  }
}
#endif
