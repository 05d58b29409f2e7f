import TestSupport
import Testing

@testable import StagecraftScreens

/// Conversations with the machine: an action, the calls, the end.
@Suite(.timeLimit(.minutes(3)))
struct TreeMachineTests {
  /// A window with tabs, a stack of three screens and a single screen; a spare screen.
  struct House {
    let shell = TreeShell()
    let a: Name
    let b: Name
    let c: Name
    let single: Name
    let spare: Name
    let stack: Name
    let tabs: Name
    let window: Name

    init(_ order: TransitionOrder = .uniform, isOpen: Bool = true) {
      (a, b, c) = (shell.screen(), shell.screen(), shell.screen())
      (single, spare) = (shell.screen(), shell.screen())
      stack = shell.container(.stack, [a, b, c], order: order)
      tabs = shell.container(.tabs, [stack, single], order: order)
      window = shell.container(.modal, [tabs], order: order)
      if isOpen { shell.submit(.open, to: window) }
      shell.isLogging = true
    }

    var lines: [String] {
      shell.lines([
        "A": a, "B": b, "C": c, "single": single, "spare": spare, "stack": stack, "tabs": tabs,
        "window": window,
      ])
    }

    /// Submits a request, and returns its outcome if it has ended.
    func outcome(_ action: TreeAction, of container: Name) -> TransitionOutcome? {
      shell.clear()
      let request = shell.submit(action, to: container)
      return shell.outcomes[request]
    }
  }

  // MARK: Changes

  @Test
  func aPush_fromTheFirstCallToTheLast() {
    let house = House()
    house.shell.submit(.push(ScreenSlot(house.spare)), to: house.stack)
    #expect(
      house.lines == [
        "spare.enter", "spare.willMove+", "spare.load", "C.resign", "C.wD", "spare.wA+",
        "stack.begin", "stack.arrange", "C.dD", "spare.dA+", "spare.didMove+", "stack.changed",
        "spare.become", "2 completed",
      ])
    #expect(house.shell.children(house.stack) == [house.a, house.b, house.c, house.spare])
    #expect(house.shell.mistakes() == [])
  }

  @Test
  func aPop_fromTheFirstCallToTheLast() {
    let house = House()
    house.shell.submit(.popToRoot, to: house.stack)
    #expect(
      house.lines == [
        "C.willMove-", "B.willMove-", "A.load", "C.resign", "C.wD-", "A.wA", "stack.begin",
        "stack.arrange", "C.dD-", "A.dA", "C.didMove-", "B.didMove-", "C.leave", "B.leave",
        "stack.changed", "A.become", "2 completed",
      ])
    #expect(house.shell.mistakes() == [])
  }

  /// The screens in a container take its steps: *will* after it, *did* before it.
  @Test
  func anotherTab_withAContainerInIt() {
    let house = House(.uikit)
    house.shell.submit(.selectIndex(1), to: house.tabs)
    #expect(
      house.lines == [
        "single.load", "single.wA", "C.resign", "stack.resign", "stack.wD", "C.wD", "tabs.begin",
        "tabs.arrange", "C.dD", "stack.dD", "single.dA", "tabs.changed", "single.become",
        "2 completed",
      ])
    #expect(house.shell.mistakes() == [])
  }

  @Test
  func aSheet_leavesTheScreenBelowVisible() {
    let house = House()
    house.shell.submit(
      .present(ScreenSlot(house.spare), isOpaque: false, from: ScreenSlot(house.c)),
      to: house.window)
    #expect(
      house.lines == [
        "spare.enter", "spare.willMove+", "spare.load", "spare.wA+", "C.resign", "stack.resign",
        "tabs.resign", "window.begin", "window.arrange", "spare.dA+", "spare.didMove+",
        "window.changed", "spare.become", "2 completed",
      ])
    house.shell.clear()
    house.shell.submit(.dismiss(from: ScreenSlot(house.c)), to: house.window)
    #expect(
      house.lines == [
        "spare.willMove-", "spare.resign", "spare.wD-", "window.begin", "window.arrange",
        "spare.dD-", "spare.didMove-", "spare.leave", "window.changed", "tabs.become",
        "stack.become", "C.become", "3 completed",
      ])
    #expect(house.shell.mistakes() == [])
  }

  @Test
  func aWindow_opensAndCloses() {
    let house = House(isOpen: false)
    house.shell.submit(.open, to: house.window)
    #expect(
      house.lines == [
        "window.load", "window.wA", "tabs.load", "tabs.wA", "stack.load", "stack.wA", "C.load",
        "C.wA", "C.dA", "stack.dA", "tabs.dA", "window.dA", "window.become", "tabs.become",
        "stack.become", "C.become", "1 completed",
      ])
    house.shell.clear()
    house.shell.submit(.close, to: house.window)
    #expect(
      house.lines == [
        "C.resign", "stack.resign", "tabs.resign", "window.resign", "window.wD", "tabs.wD",
        "stack.wD", "C.wD", "C.dD", "stack.dD", "tabs.dD", "window.dD", "2 completed",
      ])
    #expect(house.shell.mistakes() == [])
  }

  /// In a container that the user does not see, no screen takes a step.
  @Test
  func aHiddenChange_involvesNoStage() {
    let house = House(isOpen: false)
    house.shell.submit(.push(ScreenSlot(house.spare)), to: house.stack)
    house.shell.submit(.selectIndex(1), to: house.tabs)
    #expect(
      house.lines == [
        "spare.enter", "spare.willMove+", "stack.arrange", "spare.didMove+", "stack.changed",
        "1 completed", "tabs.arrange", "tabs.changed", "2 completed",
      ])
    #expect(house.shell.mistakes() == [])
  }

  @Test(arguments: [TransitionOrder.uniform, .uikit, .uikitCurling])
  func everyAction(order: TransitionOrder) throws {
    let (x, y, z) = (1, 2, 3)
    func slots(_ names: [Name]) -> [ScreenSlot] { names.map { ScreenSlot($0) } }
    typealias Row = (ContainerLayout.Kind, TreeAction, [Name], current: Int?)
    // The container has the screens 1, 2 and 3 and is at the last one; 4 is free.
    let rows: [Row] = [
      (.stack, .push(ScreenSlot(4)), [x, y, z, 4], 3), (.stack, .pop, [x, y], 1),
      (.stack, .popTo(ScreenSlot(x)), [x], 0), (.stack, .popToRoot, [x], 0),
      (.stack, .setStack(slots([z, 4, x])), [z, 4, x], 2),
      (.stack, .setStack(slots([4])), [4], 0), (.stack, .setStack(slots([x, y])), [x, y], 1),
      (.tabs, .selectIndex(0), [x, y, z], 0), (.tabs, .select(ScreenSlot(y)), [x, y, z], 1),
      (.tabs, .insertTab(ScreenSlot(4), at: 0), [4, x, y, z], 3),
      (.tabs, .insertTab(ScreenSlot(4), at: nil), [x, y, z, 4], 2),
      (.tabs, .removeTab(ScreenSlot(z)), [x, y], 1), (.tabs, .removeTab(ScreenSlot(x)), [y, z], 1),
      (.tabs, .replaceTab(ScreenSlot(z), with: ScreenSlot(4)), [x, y, 4], 2),
      (.tabs, .setTabs(slots([z, 4])), [z, 4], 0), (.tabs, .setTabs(slots([x, 4])), [x, 4], 0),
      (.tabs, .setTabs([]), [], nil),
      (.modal, .present(ScreenSlot(4), isOpaque: true, from: ScreenSlot(z)), [x, y, z, 4], 3),
      (.modal, .present(ScreenSlot(4), isOpaque: false, from: ScreenSlot(x)), [x, y, z, 4], 3),
      (.modal, .dismiss(from: ScreenSlot(x)), [x], 0),
      (.modal, .dismiss(from: ScreenSlot(y)), [x, y], 1),
      (.modal, .dismiss(from: ScreenSlot(z)), [x, y], 1),
      (.modal, .dismissLayer(ScreenSlot(y)), [x], 0),
      (.modal, .setRoot(ScreenSlot(4)), [4, y, z], 2),
    ]
    for (kind, action, after, current) in rows {
      for isOpen in [false, true] {
        let shell = TreeShell()
        for _ in 0..<4 { _ = shell.screen() }
        let container: Name
        if kind == .modal {
          container = shell.container(.modal, [x], order: order)
          for (layer, presenter) in [(y, x), (z, y)] {
            shell.submit(
              .present(ScreenSlot(layer), isOpaque: layer == y, from: ScreenSlot(presenter)),
              to: container)
          }
        } else {
          container = shell.container(kind, [x, y, z], current: 2, order: order)
        }
        let window = kind == .modal ? container : shell.container(.modal, [container])
        if isOpen { shell.submit(.open, to: window) }
        let request = shell.submit(action, to: container)
        #expect(shell.outcomes[request] == .completed, "\(action)")
        #expect(shell.children(container) == after, "\(action)")
        #expect(shell.layout(container).current == current, "\(action)")
        #expect(shell.mistakes() == [], "\(action)")
      }
    }
  }

  // MARK: Refusals

  @Test
  func everyRefusal() {
    let house = House()
    let (free, a) = (ScreenSlot(house.spare), ScreenSlot(house.a))
    let other = house.shell.container(.stack, [house.shell.screen()])
    let stranger = ScreenSlot(house.shell.children(other)[0])
    let pages = house.shell.pages(3, open: house.shell.screen(), at: 0)
    let rows: [(TreeAction, Name, ScreenError)] = [
      (.pop, other, .isLast),
      (.popTo(free), house.stack, .isUnknown),
      (.select(free), house.tabs, .isUnknown),
      (.removeTab(stranger), house.tabs, .isUnknown),
      (.replaceTab(free, with: free), house.tabs, .isUnknown),
      (.push(a), house.stack, .isTaken),
      (.push(stranger), house.stack, .isTaken),
      (.setStack([a, stranger]), house.stack, .isTaken),
      (.insertTab(ScreenSlot(house.single), at: 0), house.tabs, .isTaken),
      (.replaceTab(ScreenSlot(house.single), with: ScreenSlot(house.stack)), house.tabs, .isTaken),
      (.setRoot(a), house.window, .isTaken),
      (.present(a, isOpaque: true, from: a), house.window, .isTaken),
      (.push(ScreenSlot(other)), other, .isAncestor),
      (.setStack([]), house.stack, .isEmpty),
      (.dismiss(from: a), house.window, .nothingPresented),
      (.dismiss(from: free), house.window, .nothingPresented),
      (.selectIndex(2), house.tabs, .noSuchPosition),
      (.selectIndex(-1), house.tabs, .noSuchPosition),
      (.insertTab(free, at: 3), house.tabs, .noSuchPosition),
      (.insertTab(free, at: -1), house.tabs, .noSuchPosition),
      (.turn(to: 3), pages, .noSuchPosition), (.turn(to: -1), pages, .noSuchPosition),
      (.makePages([1, 7]), pages, .noSuchPosition),
      (.present(free, isOpaque: true, from: stranger), house.window, .containerIsGone),
      (.open, house.window, .isInWrongState),
    ]
    for (action, container, error) in rows {
      let before = house.shell.layout(container)
      #expect(house.outcome(action, of: container) == .refused(error), "\(action)")
      #expect(house.shell.layout(container) == before, "\(action)")
      let calls = house.lines.filter { !$0.contains("pages") }
      #expect(calls.count == 1, "Nothing but the end is notified: \(calls)")
    }
    house.shell.submit(.close, to: house.window)
    #expect(house.outcome(.close, of: house.window) == .refused(.isInWrongState))
    #expect(house.shell.mistakes() == [])
  }

  /// What is so already needs no transition.
  @Test
  func nothingToDo() {
    let house = House()
    let shell = house.shell
    let pages = shell.pages(3, open: shell.screen(), at: 1)
    func slots(_ names: [Name]) -> [ScreenSlot] { names.map { ScreenSlot($0) } }
    let rows: [(TreeAction, Name)] = [
      (.popTo(ScreenSlot(house.c)), house.stack),
      (.setStack(slots([house.a, house.b, house.c])), house.stack),
      (.selectIndex(0), house.tabs), (.select(ScreenSlot(house.stack)), house.tabs),
      (.setTabs(slots([house.stack, house.single])), house.tabs), (.turn(to: 1), pages),
      (.makePages([1]), pages), (.makePages([]), pages),
      (.dismissLayer(ScreenSlot(house.tabs)), house.window),
      (.dismissLayer(ScreenSlot(house.spare)), house.window),
      (.setRoot(ScreenSlot(house.tabs)), house.window),
    ]
    for (action, container) in rows {
      #expect(house.outcome(action, of: container) == .completed, "\(action)")
      #expect(house.lines.count == 1, "\(action): \(house.lines)")
    }
    shell.submit(.popToRoot, to: house.stack)
    #expect(house.outcome(.popToRoot, of: house.stack) == .completed)
    #expect(house.lines.count == 1)
  }

  @Test
  func gesturesAreRefusedAtOnce() throws {
    let house = House()
    let shell = house.shell
    #expect(throws: ScreenError.isUnseen) { _ = try shell.begin(.pop, in: self.hidden(shell)) }
    shell.submit(.popToRoot, to: house.stack)
    #expect(throws: ScreenError.isLast) { _ = try shell.begin(.pop, in: house.stack) }
    #expect(throws: ScreenError.noSuchPosition) {
      _ = try shell.begin(.selectIndex(5), in: house.tabs)
    }
    #expect(throws: ScreenError.isUnknown, "There is nothing to do.") {
      _ = try shell.begin(.selectIndex(0), in: house.tabs)
    }
    shell.submit(.push(ScreenSlot(house.spare)), to: house.stack)
    let gesture = try shell.begin(.pop, in: house.stack)
    #expect(throws: ScreenError.isBusy) { _ = try shell.begin(.pop, in: house.stack) }
    shell.decide(gesture, .cancelled)
    shell.suspend(house.window)
    #expect(throws: ScreenError.isBusy) { _ = try shell.begin(.pop, in: house.stack) }
    shell.resume(house.window)
    shell.submit(.selectIndex(1), to: house.tabs)
    #expect(throws: ScreenError.isUnseen) { _ = try shell.begin(.pop, in: house.stack) }
    #expect(shell.mistakes() == [])
  }

  private func hidden(_ shell: TreeShell) -> Name {
    shell.container(.stack, [shell.screen(), shell.screen()])
  }

  // MARK: Gestures

  @Test
  func aGestureThatCompletes() throws {
    let house = House()
    house.shell.stage = .byHand
    let gesture = try house.shell.begin(.pop, in: house.stack)
    #expect(
      house.lines == [
        "C.willMove-", "B.load", "C.resign", "C.wD-", "B.wA", "stack.begin",
      ])
    #expect(house.shell.children(house.stack).count == 3, "It is not decided.")
    #expect(house.shell.mistakes() == [])
    house.shell.clear()
    house.shell.follow(gesture, 0.3)
    house.shell.follow(gesture, 0.7)
    house.shell.decide(gesture, .completed)
    #expect(house.lines == ["stack.follow", "stack.follow", "stack.conclude completed"])
    #expect(house.shell.children(house.stack) == [house.a, house.b])
    house.shell.clear()
    house.shell.follow(gesture)
    house.shell.decide(gesture, .cancelled)
    #expect(house.lines == [], "Only the first decision counts.")
    house.shell.endAnimation(of: house.stack)
    #expect(
      house.lines == [
        "stack.arrange", "C.dD-", "B.dA", "C.didMove-", "C.leave", "stack.changed", "B.become",
        "2 completed",
      ])
    #expect(house.shell.mistakes() == [])
  }

  @Test
  func aGestureThatIsCancelled() throws {
    let house = House()
    let before = house.shell.layout(house.stack)
    let gesture = try house.shell.begin(.pop, in: house.stack)
    house.shell.clear()
    house.shell.decide(gesture, .cancelled)
    #expect(
      house.lines == [
        "stack.conclude cancelled", "stack.arrange", "B.wDx", "C.wAx", "B.dDx", "C.dAx",
        "C.didMove+", "stack.changed", "C.become", "2 cancelled",
      ])
    #expect(house.shell.layout(house.stack) == before)
    #expect(house.shell.mistakes() == [])
  }

  /// A gesture that adds a screen gives it back.
  @Test
  func aPushByHandIsCancelled() throws {
    let house = House()
    let gesture = try house.shell.begin(.push(ScreenSlot(house.spare)), in: house.stack)
    #expect(house.shell.name(house.shell.machine[house.shell[house.spare]].parent) == house.stack)
    #expect(house.shell.mistakes() == [])
    house.shell.clear()
    house.shell.decide(gesture, .cancelled)
    #expect(
      house.lines == [
        "stack.conclude cancelled", "stack.arrange", "spare.willMove-", "spare.wD-x", "C.wAx",
        "spare.dD-x", "C.dAx", "spare.didMove-", "spare.leave", "stack.changed", "C.become",
        "2 cancelled",
      ])
    let isFree = house.shell.machine.isFree(house.shell[house.spare])
    #expect(isFree)
    #expect(house.shell.mistakes() == [])
  }

  @Test
  func settled_duringTheGestureAndAfterIt() throws {
    let house = House()
    house.shell.stage = .byHand
    let first = try house.shell.begin(.pop, in: house.stack)
    house.shell.settle(house.a)
    #expect(house.shell.outcomes[first.request] == .cancelled)
    let second = try house.shell.begin(.pop, in: house.stack)
    house.shell.decide(second, .completed)
    house.shell.settle(house.window)
    #expect(house.shell.outcomes[second.request] == .completed)
    #expect(house.shell.mistakes() == [])
  }

  /// Settled from inside the first calls: the stage is not asked to begin.
  @Test
  func settled_duringTheFirstCalls() throws {
    let house = House()
    house.shell.onCall = { shell, event in
      if case .loaded = event { shell.settle(house.window) }
    }
    house.shell.submit(.pop, to: house.stack)
    #expect(house.shell.children(house.stack) == [house.a, house.b])
    let gesture = try house.shell.begin(.pop, in: house.stack)
    #expect(house.shell.outcomes[gesture.request] == .cancelled)
    #expect(!house.lines.contains { $0 == "stack.begin" || $0.contains("conclude") })
    #expect(house.shell.mistakes() == [])
  }
}
