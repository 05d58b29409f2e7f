#if canImport(Observation)
import Observation
import StagecraftTestKit
import Testing

@testable import StagecraftScreens

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct NavigationModelTests {
  let library = LibraryWindow()

  init() { library.application.catalog = library.catalog }

  /// Counts the changes of a model's property.
  @MainActor
  private final class Watcher {
    private(set) var count = 0
    private let model: NavigationModel

    init(_ model: NavigationModel) {
      self.model = model
      watch()
    }

    private func watch() {
      withObservationTracking {
        _ = model.navigation
      } onChange: { [weak self] in
        MainActor.assumeIsolated {
          self?.count += 1
          // The property has its old value now: it is tracked again after the change.
          Task { @MainActor in self?.watch() }
        }
      }
    }

    /// Continues after the tasks that track again.
    func settle() async { await Task { @MainActor in }.value }
  }

  @Test
  func changesAreObserved() async throws {
    library.window.open()
    let model = NavigationModel(of: library.window)
    let watcher = Watcher(model)
    #expect(model.navigation == library.window.navigation && watcher.count == 0)
    library.stack.push(BookScreen(1, in: library.application), animated: false)
    #expect(watcher.count == 1 && model.navigation == library.window.navigation)
    await watcher.settle()
    try library.stack.beginPop().cancel()
    library.tabs.select(0)
    library.pages.preloadReach = 2
    #expect(watcher.count == 1)
    library.tabs.select(1)
    #expect(watcher.count == 2 && model.navigation == library.window.navigation)
    await watcher.settle()
    library.window.present(BookScreen(2, in: library.application), as: .sheet, animated: false)
    #expect(watcher.count == 3)
  }

  @Test
  func settingItIsARequest() {
    let library = LibraryWindow(animation: .byHand)
    library.application.catalog = library.catalog
    library.window.open()
    let model = NavigationModel(of: library.window)
    let before = model.navigation
    library.stack.push(BookScreen(1, in: library.application))
    model.navigation = .window(.tab(1, .page(2)))
    #expect(model.navigation == before)
    while !library.window.isTreeIdle { library.window.settle() }
    #expect(library.pages.openPosition == 2 && library.tabs.selectedIndex == 1)
    #expect(model.navigation == library.window.navigation)
    #expect(!model.navigation.isAny)
  }

  @Test
  func assigningWhatItHasChangesNothing() {
    library.simulateUse()
    let model = NavigationModel(of: library.window)
    library.recorder.clear()
    model.navigation = model.navigation
    #expect(library.recorder.takeLines().isEmpty)
  }

  @Test
  func anObserverMayNavigate() {
    library.window.open()
    let model = NavigationModel(of: library.window)
    withObservationTracking {
      _ = model.navigation
    } onChange: {
      MainActor.assumeIsolated { model.navigation = .window(.tab(1)) }
    }
    library.stack.push(BookScreen(1, in: library.application), animated: false)
    #expect(library.tabs.selectedIndex == 1)
    #expect(model.navigation == library.window.navigation)
    library.expectOrder()
  }

  @Test
  func itRetainsNothingAndKeepsWhatWasShownLast() throws {
    let application = ScreenApplication()
    var window: ScreenWindow<FakeView>? = ScreenWindow(
      root: BookScreen(1, in: application), stage: RecorderStage(), in: application)
    weak let weakWindow = window
    var model: NavigationModel? = NavigationModel(of: try #require(window))
    let last = window?.navigation
    window = nil
    #expect(weakWindow == nil)
    #expect(model?.navigation == last)
    model?.navigation = .window(.tab(1))
    #expect(model?.navigation == last)
    weak let weakModel = model
    model = nil
    #expect(weakModel == nil)
  }

  @Test
  func withoutAModelNothingIsComputed() {
    var reads = 0
    final class Counting: Screen<FakeView> {
      var count: () -> Void = {}
      override func loadView() -> FakeView { FakeView("") }
      override func saveIdentity(into state: inout ScreenStateWriter) { count() }
    }
    let screen = Counting(in: library.application)
    screen.count = { reads += 1 }
    library.stack.push(screen)
    library.window.open()
    #expect(reads == 0)
    let model = NavigationModel(of: library.window)
    #expect(reads == 1)
    library.tabs.select(1)
    #expect(reads == 2 && model.navigation == library.window.navigation)
  }
}
#endif
