#if GTK
import StagecraftGTK
import StagecraftGTKTestKit
import Testing

extension WidgetSample {
  /// Rows are in groups: GTK expects them in a list.
  static let rows: [WidgetSample] = [
    WidgetSample("HeaderBar") { HeaderBar("Library") },
    WidgetSample("ToastOverlay") {
      let overlay = ToastOverlay(Label("Loans"))
      overlay.add(Toast("Returned.", button: "Undo") {})
      return overlay
    },
    WidgetSample("StatusPage") { StatusPage(icon: "edit-find-symbolic", title: "Empty") },
    WidgetSample("Clamp") { Clamp(Label("Text")) },
    WidgetSample("Banner") {
      let banner = Banner("No connection", button: "Try Again") {}
      banner.isRevealed = true
      return banner
    },
    WidgetSample("ActionRow") {
      let row = ActionRow("Copy 1", subtitle: "Ada Byron") {}
      row.addPrefix(Label("1"))
      row.addSuffix(Button("Renew"))
      return PreferencesGroup("Copies", [row, Label("None")])
    },
    WidgetSample("SwitchRow") { PreferencesGroup("", [SwitchRow("Remind me", isActive: true)]) },
    WidgetSample("EntryRow") { PreferencesGroup("", [EntryRow("Name", text: "Ada")]) },
    WidgetSample("ComboRow") { PreferencesGroup("", [ComboRow("Sort by", ["Title", "Year"])]) },
    WidgetSample("ExpanderRow") {
      let row = ExpanderRow("Copies", [ActionRow("Copy 1"), SwitchRow("Remind me")])
      row.isExpanded = true
      return PreferencesGroup("", [row])
    },
    WidgetSample("PreferencesPage") {
      PreferencesPage("General", [PreferencesGroup("Loans", [ActionRow("Copy 1")])])
    },
  ]
}

extension WindowTests {
  @MainActor
  @Suite("Lifetimes of rows", .timeLimit(.minutes(2)))
  struct RowLifetimeTests {
    init() { GTKTest.prepare() }

    @Test(arguments: WidgetSample.rows)
    func isShownReplacedAndReleased(_ sample: WidgetSample) async throws {
      let census = Census()
      do {
        let place = Bin(sample.make())
        let window = TestWindow(place)
        try await window.open()
        let widget = try #require(place.content)
        #expect(widget.isMapped && widget.width > 0)
        place.content = sample.make()
        try await place.nextFrames(2)
        place.content = widget
        try await place.nextFrames(2)
        window.close()
      }
      await census.expectUnchanged()
      // Never shown.
      _ = sample.make()
      await census.expectUnchanged()
    }
  }
}
#endif
