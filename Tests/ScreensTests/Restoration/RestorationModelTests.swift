import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftScreens

/// Random trees of screens are restored as they were, with random actions of the user before and
/// after.
@MainActor
@Suite(.timeLimit(.minutes(3)))
struct RestorationModelTests {
  final class Stack: NavigationScreen<FakeView> {
    override var restorationName: String? { "stack" }
  }

  final class Tabs: TabScreen<FakeView> {
    var number = 0
    override var restorationName: String? { "tabs" }
    override func saveIdentity(into state: inout ScreenStateWriter) {
      state.save(number, for: .number)
    }
  }

  final class Pages: PageScreen<FakeView> {
    override var restorationName: String? { "pages" }
  }

  /// Creates screens of each kind, for a user or for a catalog.
  @MainActor
  final class Library {
    let application = ScreenApplication()
    let catalog = ScreenCatalog()
    let recorder: LifecycleRecorder
    private(set) var stages: [RecorderStage<FakeView>] = []
    private(set) var window: ScreenWindow<FakeView>

    init() {
      let application = application
      recorder = LifecycleRecorder(application)
      let stage = RecorderStage()
      stages = [stage]
      window = ScreenWindow(
        root: BookScreen(-1, in: application), stage: stage, in: application)
      catalog.register("book") { state in
        state.value(for: .number).map { BookScreen($0, in: application) }
      }
      catalog.register("stack") { [unowned self] _ in
        stack([BookScreen(-2, in: application)])
      }
      catalog.register("tabs") { [unowned self] state in
        tabs([], number: state.value(for: .number) ?? 0)
      }
      catalog.register("pages") { [unowned self] _ in pages() }
    }

    private func stage() -> RecorderStage<FakeView> {
      stages.append(RecorderStage())
      return stages[stages.count - 1]
    }

    func stack(_ screens: [AnyScreen]) -> Stack {
      let stack = Stack(root: screens[0], stage: stage(), in: application)
      stack.setScreens(screens)
      return stack
    }

    func tabs(_ screens: [AnyScreen], number: Int) -> Tabs {
      let tabs = Tabs(screens, stage: stage(), in: application)
      tabs.number = number
      return tabs
    }

    func pages() -> Pages {
      let application = application
      return Pages(count: 6, stage: stage(), in: application) { place in
        BookScreen(place, in: application)
      }
    }

    func screen(depth: Int, using generator: inout SeededGenerator) -> AnyScreen {
      let kind = depth == 0 ? 0 : Int.random(in: 0..<5, using: &generator)
      guard kind > 1 else {
        return BookScreen(Int.random(in: 0..<100, using: &generator), in: application)
      }
      if kind == 2 { return pages() }
      let children = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
        screen(depth: depth - 1, using: &generator)
      }
      return kind == 3 ? stack(children) : tabs(children, number: Int(generator.next() >> 32))
    }

    /// An action of the user, or an event.
    func act(using generator: inout SeededGenerator) {
      var screens: [AnyScreen] = []
      window.forEachInTree { screens.append($0) }
      guard let screen = screens.randomElement(using: &generator) else { return }
      switch screen {
      case let book as BookScreen:
        if generator.oneIn(3) {
          try? book.unloadView()
        } else {
          book.view.text = "typed \(generator.next() % 1000)"
        }
      case let stack as Stack:
        if generator.oneIn(2) {
          stack.pop()
        } else {
          stack.push(self.screen(depth: 1, using: &generator))
        }
      case let tabs as Tabs:
        tabs.select(Int.random(in: 0..<max(1, tabs.screens.count), using: &generator))
      case let pages as Pages:
        pages.turn(to: Int.random(in: 0..<6, using: &generator))
      default:
        if generator.oneIn(6) { window.setRoot(self.screen(depth: 3, using: &generator)) }
        if generator.oneIn(4) {
          window.present(
            self.screen(depth: 1, using: &generator), as: generator.oneIn(2) ? .full : .sheet)
        }
        if generator.oneIn(3) { window.dismiss() }
        if generator.oneIn(3), !window.isOpen { window.open() } else { window.settle() }
      }
    }

    var isInOrder: Bool { recorder.illegalSteps.isEmpty && stages.allSatisfy(\.violations.isEmpty) }
  }

  @Test
  func archivedScreensAreRestored() throws {
    try withEverySeed(in: 0..<60) { generator in
      let used = Library()
      used.window.setRoot(used.screen(depth: 3, using: &generator))
      for _ in 0..<60 { used.act(using: &generator) }
      let archive = try ScreenArchive(encoded: used.window.archive().encoded())
      #expect(archive == used.window.archive(), "\(Labels.text)")

      // Into a new process, into one that the user has used already, and into the one that was
      // archived.
      let quick = Library()
      for _ in 0..<30 { quick.act(using: &generator) }
      for library in [Library(), quick, used] {
        if library === used { for _ in 0..<30 { used.act(using: &generator) } }
        let report = library.window.restore(from: archive, catalog: library.catalog)
        #expect(report.isComplete, "\(Labels.text): \(report.losses)")
        #expect(places(library.window.archive()).difference(from: places(archive)).isEmpty)
        if library.window.appearance == .gone { library.window.open() }
        library.window.forEachInTree { $0.loadViewIfNeeded() }
        let after = library.window.archive()
        // Where no text had been saved, text typed since may remain.
        let lost = Set(texts(archive)).subtracting(texts(after))
        #expect(lost.isEmpty, "\(Labels.text)")
        if library !== used, library !== quick {
          #expect(texts(after).count == texts(archive).count)
        }
        #expect(library.isInOrder, "\(Labels.text)")
      }
    }
  }

  /// The position of each screen, except pages: there may be more of those.
  func places(_ archive: ScreenArchive) -> [String] {
    var lines: [String] = []
    func add(_ node: ScreenNode, at path: String) {
      let path = node.path(in: path)
      lines.append("\(path) \(node.identity.values) \(String(describing: node.container))")
      guard node.container?.kind != .pages else { return }
      for child in node.children { add(child, at: path) }
    }
    for root in archive.roots { add(root, at: "") }
    return lines
  }

  /// The typed texts, with their positions.
  func texts(_ archive: ScreenArchive) -> [String] {
    var lines: [String] = []
    func add(_ node: ScreenNode, at path: String) {
      let path = node.path(in: path)
      let text = (try? node.state?.value(for: .text)) ?? ""
      if !text.isEmpty { lines.append("\(path): \(text)") }
      for child in node.children { add(child, at: path) }
    }
    for root in archive.roots { add(root, at: "") }
    return lines
  }
}
