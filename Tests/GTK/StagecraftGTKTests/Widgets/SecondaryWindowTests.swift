#if GTK
import CGTK
import CStageGTK
import CStageGTKTestKit
import Foundation
import StagecraftGTKTestKit
import Testing

@testable import StagecraftGTK

extension WindowTests {
  @MainActor
  @Suite("Secondary windows", .timeLimit(.minutes(2)))
  struct SecondaryWindowTests {
    init() { GTKTest.prepare() }

    private nonisolated static let windows:
      [(name: String, make: @MainActor () -> SecondaryWindow)] =
        [
          (
            "preferences",
            {
              let loans = PreferencesGroup("Loans", [SwitchRow("Remind me"), EntryRow("Name")])
              return PreferencesWindow([
                PreferencesPage("General", icon: "view-list-symbolic", [loans]),
                PreferencesPage("Other", icon: "edit-find-symbolic", [PreferencesGroup("Nothing")]),
              ])
            }
          ),
          (
            "about",
            {
              let about = AboutWindow(
                "City <Library>", version: "1.0", developer: "The Librarians", icon: "edit-find")
              about.comments = "Lend & return"
              about.website = "https://library.example.org"
              about.issueAddress = "https://library.example.org/issues"
              about.copyright = "© The Librarians"
              about.license = "<Apache>"
              about.debugInformation = "None"
              about.addCredits("Code by", ["Ada Byron", "Ben Okri"])
              about.addLink("Source", to: "https://library.example.org/source")
              return about
            }
          ),
          (
            "shortcuts",
            {
              ShortcutsWindow([
                .init(
                  "General & more",
                  [.init("Search <all>", "<Control>f"), .init("Quit", "<Control>q")]),
                .init("Catalogue", [.init("Borrow", "<Control>b")]),
              ])
            }
          ),
        ]

    @Test(arguments: windows.map(\.name))
    func opensClosesAndIsReleased(_ name: String) async throws {
      let make = try #require(Self.windows.first { $0.name == name }).make
      let census = Census()
      do {
        let below = Label("Library")
        let window = TestWindow(below)
        try await window.open()
        var closes = 0
        func open() -> () -> Bool {
          let secondary = make()
          secondary.onClose = { closes += 1 }
          secondary.present(over: below)
          return { [weak secondary] in secondary != nil }
        }
        let isAlive = open()
        #expect(isAlive(), "It need not be retained.")
        let secondary = try #require(SecondaryWindow.open.last)
        #expect(await GTKTest.until { secondary.isMapped && secondary.width > 100 })
        let parent = secondary.withRaw(as: GtkWindow.self) { gtk_window_get_transient_for($0) }
        #expect(
          window.wraps(
            parent.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWidget.self) }))
        try await secondary.nextFrames(20)
        await keepPicture("window-\(name)", of: secondary)
        // As Escape and the close button do.
        secondary.withRaw { _ = gtk_widget_activate_action_variant($0, "window.close", nil) }
        #expect(await GTKTest.until { closes == 1 && !secondary.isOpen })
        secondary.present(over: below)
        secondary.close()
        secondary.close()
        #expect(closes == 2)
        _ = open()
        // With the window below.
        window.close()
        #expect(await GTKTest.until { closes == 3 })
      }
      await census.expectUnchanged()
    }

    private func texts(in widget: UnsafeMutablePointer<GtkWidget>) -> [String] {
      if String(cString: stage_type_name(widget)) == "GtkLabel" {
        return [String(cString: gtk_label_get_text(OpaquePointer(widget)))]
      }
      var result: [String] = []
      var child = gtk_widget_get_first_child(widget)
      while let next = child {
        result += texts(in: next)
        child = gtk_widget_get_next_sibling(next)
      }
      return result
    }

    @Test func textsOfAboutMayLookLikeMarkup() async throws {
      let census = Census()
      do {
        let window = TestWindow(Label("Library"))
        try await window.open()
        let about = AboutWindow("City Library")
        about.copyright = "© Ada & <Ben>"
        about.addCredits("Code & <design>", ["Ada Byron"])
        about.addLink("Source & _more_", to: "https://library.example.org/source")
        #expect(about.copyright == "© Ada & <Ben>")
        about.present(over: window)
        #expect(await GTKTest.until { about.isMapped })
        let found = about.withRaw { texts(in: $0) }
        for text in ["© Ada & <Ben>", "Code & <design>", "Source & _more_"] {
          #expect(found.contains(text), "\(found)")
        }
        about.close()
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func aFileIsChosen() async throws {
      let census = Census()
      // As applications have one: GTK notes who has used a file.
      if g_get_prgname() == nil { g_set_prgname("city-library") }
      let folder = NSTemporaryDirectory() + "stagecraft-\(UUID())"
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      do {
        let below = Label("Library")
        let window = TestWindow(below)
        try await window.open()
        let chooser = FileChooser("Save", filters: [.init("Lists", ["*.csv"])], folder: folder)
        var path: String?
        let save = Task { path = await chooser.save(over: below, name: "list.csv") }
        #expect(await GTKTest.until { stage_test_dialogs() == 1 })
        // The folder is read in the background.
        #expect(await GTKTest.until { stage_test_dialog_folder_is(folder) != 0 })
        stage_test_dialog_respond(-3)
        await save.value
        #expect(path == folder + "/list.csv")

        let cancelled = Task { await chooser.open(over: below) }
        #expect(await GTKTest.until { stage_test_dialogs() == 1 })
        cancelled.cancel()
        #expect(await cancelled.value == nil)
        #expect(await GTKTest.until { stage_test_dialogs() == 0 })

        let refused = Task { await chooser.openSeveral(over: below) }
        #expect(await GTKTest.until { stage_test_dialogs() == 1 })
        stage_test_dialog_respond(-6)
        #expect(await refused.value == [])
        window.close()
      }
      await census.expectUnchanged()
      try FileManager.default.removeItem(atPath: folder)
    }
  }
}
#endif
