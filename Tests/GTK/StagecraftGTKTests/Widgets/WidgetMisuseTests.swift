#if GTK
import StagecraftGTKTestKit
import Testing

@testable import StagecraftGTK

extension WindowTests {
  /// Each mistake stops a process of its own with a sentence, also in release builds.
  @MainActor
  @Suite("Misuse of widgets", .timeLimit(.minutes(2)))
  struct WidgetMisuseTests {
    init() { GTKTest.prepare() }

    @Test func aTextureWithoutPixels() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { _ = Texture(width: 40_000, height: 0) { $0.paint(.black) } }
      expect("between 1 and 32767 pixels, not 40000.0 and 0.0", in: result)
    }

    @Test func aTextureThatIsTooWideForACanvas() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        let wide = Texture(pixels: [UInt8](repeating: 0, count: 160_000), width: 40_000, height: 1)
        _ = Texture(width: 1, height: 1) { $0.draw(wide, 0, 0) }
      }
      expect("A texture of 40000 × 1 pixels is too large for a canvas", in: result)
    }

    @Test func aDrawingScaledToNothing() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { _ = Texture(width: 1, height: 1) { $0.scale(0) } }
      expect("A drawing is not scaled by 0.0 and 0.0", in: result)
    }

    @Test func aPopoverBesideALabel() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { @MainActor in
        GTKApplication.prepareToolkit()
        Popover(Label("Notes")).attach(to: Label("Shelf"))
      }
      expect("does not lay out popovers", in: result)
    }

    @Test func aDayThatDoesNotExist() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { @MainActor in
        GTKApplication.prepareToolkit()
        CalendarView().selected = CalendarView.Day(year: 2025, month: 2, day: 29)
      }
      expect("There is no day 2025-02-29.", in: result)
    }

    @Test func aRowThatDoesNotExist() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { @MainActor in
        GTKApplication.prepareToolkit()
        ListBox(selectsRows: true, [Label("Copy 1")]).selectedIndex = 1
      }
      expect("There is no row 1 of 1.", in: result)
    }

    @Test func anActionWithoutAPrefix() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { @MainActor in
        GTKApplication.prepareToolkit()
        Menu().addItem("Quit", action: "quit")
      }
      expect("“quit” is no action of a menu; write one like app.quit.", in: result)
    }

    @Test func aShortcutWithoutKeysInTheList() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { @MainActor in
        GTKApplication.prepareToolkit()
        _ = ShortcutsWindow([.init("General", [.init("Quit", "<Control>q <Contol>w")])])
      }
      expect("“<Contol>w” names no keys", in: result)
    }

    @Test func aShortcutWhoseTitleIsNoText() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { @MainActor in
        GTKApplication.prepareToolkit()
        _ = ShortcutsWindow([.init("General", [.init("Qu\u{1}it", "<Control>q")])])
      }
      expect("contains a control character", in: result)
    }

    @Test func aSettingWithAZero() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { @MainActor in
        Settings(path: "/proc/nowhere/x")[SettingsKey("name", default: "")] = "Ada\0Byron"
      }
      expect("contains a zero", in: result)
    }

    @Test func anItemThatIsNoToggle() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { @MainActor in
        GTKApplication.prepareToolkit()
        Menu().addItem("Renew") {}.isActive = true
      }
      expect("only if it was added with `addToggle`", in: result)
    }
  }
}
#endif
