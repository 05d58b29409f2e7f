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
    WidgetSample("Revealer") { Revealer(Button("Undo"), isRevealed: true) },
    WidgetSample("MenuButton") {
      let menu = Menu()
      menu.addItem("Renew") {}
      menu.addSubmenu("Export").addChoice(["Text", "Table"], selected: 0) { _ in }
      return MenuButton("Loans", menu: menu)
    },
    WidgetSample("Popover") {
      let box = Box(.vertical, [Label("Shelf")])
      Popover(Button("Borrow")).attach(to: box)
      return box
    },
    WidgetSample("SplitButton") { SplitButton("Borrow", menu: Menu()) },
    WidgetSample("ToggleButton") {
      let (all, late) = (ToggleButton("All"), ToggleButton(icon: "alarm-symbolic", label: "Late"))
      late.joinGroup(of: all)
      return Box(.horizontal, [all, late])
    },
    WidgetSample("CheckButton") {
      let (mail, phone) = (CheckButton("By mail", isActive: true), CheckButton("By phone"))
      phone.joinGroup(of: mail)
      return Box(.vertical, [mail, phone])
    },
    WidgetSample("Switch") { Switch(label: "Remind me", isActive: true) },
    WidgetSample("DropDown") { DropDown(["Harbour", "Old Town"], label: "Branch") },
    WidgetSample("SpinButton") { SpinButton(1...28, value: 14, label: "Days") },
    WidgetSample("Scale") { Scale(1...2, step: 0.5, label: "Text size") },
    WidgetSample("TextView") { ScrolledView(TextView("The first", label: "Review")) },
    WidgetSample("ProgressBar") { ProgressBar(0.5, label: "Import") },
    WidgetSample("LevelBar") { LevelBar(value: 0.5, label: "Memory") },
    WidgetSample("Spinner") { Spinner(label: "Loading") },
    WidgetSample("Separator") { Separator() },
    WidgetSample("Grid") {
      let grid = Grid(columnSpacing: 6)
      grid.attach(Button("Borrow"), column: 0, row: 0)
      return grid
    },
    WidgetSample("Paned") { Paned(start: Button("List"), end: Label("Page")) },
    WidgetSample("CalendarView") { CalendarView(label: "Due date") },
    WidgetSample("ViewStack") {
      let stack = ViewStack()
      stack.append(Button("Borrow"), .init("Shelf", icon: "view-grid-symbolic"))
      return Box(.vertical, [ViewSwitcherTitle(stack), stack, ViewSwitcherBar(stack)])
    },
    WidgetSample("Context menu") {
      let button = Button("Borrow")
      let menu = Menu()
      menu.addItem("Renew") {}
      button.addContextMenu { menu }
      return button
    },
    WidgetSample("Dragging") {
      let label = Label("#4711")
      label.addDragSource(.items("order")) { "4711" }
      label.addDropTarget { _ in true }
      return label
    },
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
        await keepPicture("widget-\(sample.testDescription)", of: window)
        window.close()
      }
      await census.expectUnchanged()
    }
  }
}
#endif
