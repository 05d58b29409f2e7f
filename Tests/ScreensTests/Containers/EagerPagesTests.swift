import StagecraftMemory
import StagecraftTestKit
import Testing

@testable import StagecraftScreens

/// Pages that release their views as soon as they are hidden.
@MainActor
@Suite(.timeLimit(.minutes(3)))
struct EagerPagesTests {
  final class EagerPage: Screen<FakeView> {
    let number: Int
    let onLoad: (Int) -> Void

    init(_ number: Int, in application: ScreenApplication, onLoad: @escaping (Int) -> Void) {
      self.number = number
      self.onLoad = onLoad
      super.init(in: application)
    }

    override var unloadPolicy: UnloadPolicy { .eager }
    override func loadView() -> FakeView {
      onLoad(number)
      return FakeView("\(number)")
    }
  }

  let application = ScreenApplication()

  private func pages(
    _ count: Int, onLoad: @escaping (Int) -> Void = { _ in }
  ) -> PageScreen<FakeView> {
    let pages = PageScreen<FakeView>(
      count: count, stage: RecorderStage(), in: application
    ) { [application] in EagerPage($0, in: application, onLoad: onLoad) }
    let window = ScreenWindow(root: pages, stage: RecorderStage(), in: application)
    window.open()
    return withExtendedLifetime(window) { pages }
  }

  private func loaded(_ pages: PageScreen<FakeView>) -> [Int] {
    (0..<pages.pageCount).filter { pages.pageIfMade(at: $0)?.isViewLoaded == true }
  }

  @Test
  func eachViewIsLoadedOnceAndUnloadedWhenItsPageIsLeft() async {
    var loads: [Int: Int] = [:]
    let pages = pages(40) { loads[$0, default: 0] += 1 }
    let window = pages.root
    for position in 1..<40 {
      pages.turn(to: position)
      // Eager views are unloaded in the next turn of the main actor.
      await Task { @MainActor in }.value
      #expect(loaded(pages) == [position, position + 1].filter { $0 < 40 })
    }
    #expect(loads.count == 40 && loads.values.allSatisfy { $0 == 1 })
    withExtendedLifetime(window) {}
  }

  @Test
  func aPreloadedViewThatWasNeverVisibleIsUnloadedWhenTheUserJumps() async {
    let pages = pages(40)
    let window = pages.root
    #expect(loaded(pages) == [0, 1])
    pages.turn(to: 20)
    await Task { @MainActor in }.value
    #expect(loaded(pages) == [19, 20, 21])
    pages.preloadReach = 0
    await Task { @MainActor in }.value
    #expect(loaded(pages) == [20])
    withExtendedLifetime(window) {}
  }

  /// Neither a view that was unloaded on leaving nor one that was unloaded under pressure is loaded
  /// ahead again behind the user, so that unloading is not undone.
  @Test(arguments: [PressureLevel.high, .critical])
  func nothingIsLoadedAgainAfterPressure(_ level: PressureLevel) async {
    var loads: [Int: Int] = [:]
    let pages = pages(9) { loads[$0, default: 0] += 1 }
    let window = pages.root
    for position in 1..<5 {
      pages.turn(to: position)
      await Task { @MainActor in }.value
    }
    application.unloadHiddenViews(at: level)
    #expect(loaded(pages) == (level == .critical ? [4] : [4, 5]))
    pages.turn(to: 5)
    await Task { @MainActor in }.value
    #expect(loaded(pages) == [5, 6])
    #expect((0..<5).allSatisfy { loads[$0] == 1 })
    withExtendedLifetime(window) {}
  }

  @Test
  func neighboursAtTheFarEndDoNotOverflow() {
    let last = ContainerLayout(pages: .max, open: ScreenSlot(index: 0), at: .max - 1)
    #expect(last.neighbours(3) == [.max - 2, .max - 3, .max - 4])
    let first = ContainerLayout(pages: 3, open: ScreenSlot(index: 0), at: 0)
    #expect(first.neighbours(.max) == [1, 2])
    #expect(
      ContainerLayout(pages: .max, open: ScreenSlot(index: 0), at: 5).neighbours(.max).count
        <= 2_000)
  }
}
