internal import Stagecraft
internal import StagecraftTestKit

/// What the screens hear, as it happens.
@MainActor
struct CallbackOrder {
  /// One thing that the user does, and who hears what of it.
  struct Move: Sendable {
    let name: String
    let lines: [String]
  }

  /// What the user sees of a screen, and whether they work with it.
  struct Standing: Hashable, Sendable {
    var isVisible: Bool
    var isForeground: Bool

    @MainActor
    init(_ screen: AnyScreen) {
      isVisible = screen.appearance == .visible
      isForeground = screen.isForeground
    }
  }

  struct Report: Sendable {
    var moves: [Move] = []
    /// The same swipe back that was called off, in UIKit's order.
    var swipeOfUIKit: [String] = []
    /// How many screens the stack has after a swipe back that was called off.
    var depthAfterSwipe = 0
    /// How it stands with the screen under a sheet.
    var underSheet: Standing
    /// The same, under a screen that covers all.
    var underFull: Standing
    /// What the law of a single screen forbids, and was told all the same.
    var illegal: [String] = []
    /// What a container asked of its stage that no toolkit could do.
    var violations: [RecorderStageViolation] = []
  }

  func run() -> Report {
    let application = ScreenApplication()
    func page(_ title: String) -> TabPage {
      TabPage(
        LibraryTab(title: title, initialLabel: "", changedLabel: "", bytes: 0), in: application)
    }
    let stages = (0..<3).map { _ in RecorderStage() }
    let (book, sheet) = (page("Book"), page("Review"))
    let stack = NavigationScreen(root: page("Catalogue"), stage: stages[0], in: application)
    let tabs = TabScreen([stack, page("Loans")], stage: stages[1], in: application)
    let window = ScreenWindow(root: tabs, stage: stages[2], in: application)
    // Containers are screens, too; here they are left out, and so is how views are made.
    let containers = [stack, tabs, window].map(\.name)
    let recorder = LifecycleRecorder(application, .appearance)
    window.open()

    var moves: [Move] = []
    func note(_ name: String, _ act: () -> Void) {
      recorder.clear()
      act()
      let lines = recorder.takeLines().filter { line in
        !containers.contains { line.hasPrefix("\($0).") }
      }
      moves.append(Move(name: name, lines: lines))
    }
    note("push(book)") { stack.push(book) }
    note("beginPop(), cancel()") { swipeBack(stack) }
    let depth = stack.screens.count
    note("pop()") { stack.pop() }
    note("select(1)") { tabs.select(1) }
    note("select(0)") { tabs.select(0) }
    let root = stack.rootScreen
    note("present(review, as: .sheet)") { root.present(sheet, as: .sheet) }
    let underSheet = Standing(root)
    note("dismiss()") { root.dismiss() }
    note("present(review, as: .full)") { root.present(sheet, as: .full) }
    let underFull = Standing(root)
    note("dismiss()") { root.dismiss() }

    stack.transitionOrder = .uikit
    stack.push(book)
    recorder.clear()
    swipeBack(stack)
    return Report(
      moves: moves, swipeOfUIKit: recorder.takeLines(), depthAfterSwipe: depth,
      underSheet: underSheet, underFull: underFull, illegal: recorder.illegalSteps,
      violations: stages.flatMap(\.violations))
  }

  /// A swipe back that the user calls off half-way.
  private func swipeBack(_ stack: NavigationScreen<FakeView>) {
    let swipe = stack.beginPop()
    swipe?.update(0.5)
    swipe?.cancel()
  }
}
