#if GTK
import StagecraftGTK
import StagecraftGTKTestKit
import Testing

extension WindowTests {
  /// Every widget is created, shown, changed and released, without a warning.
  @MainActor
  @Suite("Lifetimes of widgets", .timeLimit(.minutes(2)))
  struct WidgetLifetimeTests {
    init() { GTKTest.prepare() }

    private nonisolated static let widgets: [(name: String, make: @MainActor () -> Widget)] = [
      ("HeaderBar", { HeaderBar("Library") }),
      (
        "ToastOverlay",
        {
          let overlay = ToastOverlay(Label("Loans"))
          overlay.add(Toast("Returned.", button: "Undo") {})
          return overlay
        }
      ),
      ("StatusPage", { StatusPage(icon: "edit-find-symbolic", title: "Empty", Button("All")) }),
      ("Clamp", { Clamp(Label("Text")) }),
      (
        "ActionRow",
        {
          let row = ActionRow("Copy 1", subtitle: "Ada Byron") {}
          row.addPrefix(Label("1"))
          row.addSuffix(Button("Renew"))
          return PreferencesGroup("Copies", [row])
        }
      ),
      ("PreferencesGroup", { PreferencesGroup("Copies", [ActionRow("Copy 1"), Label("None")]) }),
    ]

    @Test(arguments: widgets.map(\.name))
    func isReleased(_ name: String) async throws {
      let make = try #require(Self.widgets.first { $0.name == name }).make
      let census = Census()
      do {
        let place = Bin(make())
        let window = TestWindow(place)
        try await window.open()
        let widget = try #require(place.content)
        #expect(widget.isMapped && widget.width > 0)
        place.content = make()
        try await place.nextFrames(2)
        place.content = widget
        try await place.nextFrames(2)
        window.close()
      }
      await census.expectUnchanged()
      // Never shown.
      _ = make()
      await census.expectUnchanged()
    }
  }
}
#endif
