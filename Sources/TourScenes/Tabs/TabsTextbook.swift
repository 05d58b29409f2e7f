internal import Foundation
internal import StagecraftTestKit

@MainActor
final class TextbookWindow {
  var content: PageView? {
    didSet {
      oldValue?.window = nil
      content?.window = self
    }
  }
}

/// A view controller that creates its view when it is first needed.
@MainActor
class TextbookController {
  let tab: LibraryTab
  /// How often the view was created.
  private(set) var loads = 0
  private(set) var storedView: PageView?
  init(_ tab: LibraryTab) { self.tab = tab }

  var view: PageView {
    if let storedView { return storedView }
    let view = loadView()
    (storedView, loads) = (view, loads + 1)
    return view
  }

  func loadView() -> PageView { PageView(tab.initialLabel, bytes: tab.bytes) }

  func didReceiveMemoryWarning() {
    if view.window == nil { storedView = nil }
  }
}

/// A controller whose `loadView` asks for the view, until the bound is reached.
@MainActor
final class HastyController: TextbookController {
  let bound: Int
  private(set) var depth = 0

  init(bound: Int) {
    self.bound = bound
    super.init(LibraryTab("Greeting", bytes: 8))
  }

  override func loadView() -> PageView {
    depth += 1
    if depth < bound { view.text = "Good morning" }
    return super.loadView()
  }
}

extension TabsScene {
  func playTextbook(_ narrator: Narrator) {
    narrator.chapter("The textbook: if view.window == nil { view = nil }")
    narrator.show(Listing("func didReceiveMemoryWarning", in: "TabsTextbook.swift"))
    let window = TextbookWindow()
    let controllers = tabs.map { TextbookController($0) }
    let unopened = TextbookController(unvisited)
    for controller in controllers {
      window.content = controller.view
      controller.view.text = controller.tab.changedLabel
    }
    window.content = controllers[0].view
    let before = controllers.map { $0.view.text }

    for controller in controllers + [unopened] { controller.didReceiveMemoryWarning() }
    let gone = controllers.filter { $0.storedView == nil }.map(\.tab)
    let after = controllers.map { controller in
      window.content = controller.view
      return controller.view.text
    }
    narrator.say("The user changes each tab's label and goes back to the first. Memory runs short.")
    showLabels(narrator, before, after)
    let bytes = gone.reduce(0) { $0 + $1.bytes }
    let lost = zip(before, after).count { $0 != $1 }
    narrator.observation(
      "\(gone.count) views were released, with \(bytes.inMebibytes); \(lost) labels were lost.",
      isSeen: gone.count == tabs.count - 1 && lost == gone.count
        && before == tabs.map(\.changedLabel)
        && after == [tabs[0].changedLabel] + tabs.dropFirst().map(\.initialLabel))
    narrator.observation(
      """
      The warning itself created the view of a tab that was never opened, to ask for its window: \
      \(unvisited.bytes.inMebibytes) more.
      """, isSeen: unopened.loads == 1)
  }

  func playRecursion(_ narrator: Narrator, bound: Int = 1_000) {
    narrator.chapter("The textbook: a loadView that asks for the view")
    let hasty = HastyController(bound: bound)
    _ = hasty.view
    narrator.observation(
      "The textbook recurses: stopped here after \(hasty.depth) calls; an app overflows its stack.",
      isSeen: hasty.depth == bound)
  }

  /// Our `loadView` that asks for the view, in a separate process, because it traps.
  func playTrap(_ narrator: Narrator) async throws {
    let (lines, ending) = try await ScreensGuest.recursing.play(by: program)
    let message = lines.first { $0.contains("loadView()") }
    narrator.quote(message ?? "")
    let traps = [SIGTRAP, SIGILL, SIGABRT].map { ChildProcess.Ending.killed(signal: $0) }
    let calls = lines.count { $0 == "loadView" }
    narrator.promise(
      "Ours stops in call \(calls), with a message.",
      isKept: calls == 1 && traps.contains(ending) && message != nil)
  }
}
