#if GTK
import CGTK
import StagecraftGTKTestKit
import Testing

@testable import StagecraftGTK

extension WindowTests {
  /// Mistakes stop the program with a sentence, also in release builds.
  ///
  /// Each runs in a process of its own, in which GTK's main loop does not run.
  @MainActor
  @Suite("Misuse", .timeLimit(.minutes(2)))
  struct MisuseTests {
    init() { GTKTest.prepare() }

    @Test func aWidgetBeforeTheToolkitIsReady() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { @MainActor in _ = Label("early") }
      expect("GTK is not ready.", in: result)
    }

    @Test func aWidgetInItself() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { @MainActor in
        GTKApplication.prepareToolkit()
        let (outer, inner) = (Box(), Box())
        outer.append(inner)
        inner.append(outer)
      }
      expect("cannot be in itself", in: result)
    }

    @Test func aWindowInABox() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { @MainActor in
        GTKApplication.prepareToolkit()
        Box().append(Window())
      }
      expect("is a window", in: result)
    }

    @Test func aPropertyThatDoesNotExist() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { @MainActor in
        GTKApplication.prepareToolkit()
        Button("Borrow").on("notify::nonsense") { _ in }
      }
      expect("There is no signal “notify::nonsense” of GtkButton.", in: result)
    }

    @Test func aParameterOfAnotherType() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { @MainActor in
        GTKApplication.prepareToolkit()
        let entry = Entry()
        entry.on("notify::text") { _ = $0.text(0) }
        entry.text = "Notes"
      }
      expect("Parameter 0 is not a text.", in: result)
    }

    @Test func aLengthThatIsNone() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { @MainActor in
        GTKApplication.prepareToolkit()
        Label().setMargin(.max)
      }
      expect("A length is between 0 and 32767 pixels", in: result)
    }

    @Test func anApplicationRunsOnce() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { @MainActor in
        let application = GTKApplication("org.example.CityLibrary")
        application.quit()
        for _ in 0..<2 { application.run { application.quit() } }
      }
      expect("has run before", in: result)
    }

    @Test func anApplicationWithoutAWindow() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) { @MainActor in
        GTKApplication.windowLimit = .zero
        let application = GTKApplication("org.example.CityLibrary")
        application.run { MainLoop.after(.milliseconds(20)) { application.quit() } }
      }
      expect("“org.example.CityLibrary” runs without a window.", in: result)
    }

    @Test func anApplicationWithAWindow() async throws {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) { @MainActor in
        GTKApplication.windowLimit = .zero
        let application = GTKApplication("org.example.CityLibrary")
        var window: Window?
        application.run {
          window = Window("Library")
          window?.present()
          MainLoop.after(.milliseconds(20)) { application.quit() }
        }
      }
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(!text.contains("without a window"))
    }

    @Test func theLastReferenceOnAnotherThread() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { @MainActor in
        GTKApplication.prepareToolkit()
        let label = Label()
        nonisolated(unsafe) let raw = label.withRaw {  // guard: the mistake that is tested
          g_object_ref($0)!
        }
        _ = consume label
        await Task.detached { g_object_unref(raw) }.value
      }
      expect("GTK is used on another thread", in: result)
    }
  }
}
#endif
