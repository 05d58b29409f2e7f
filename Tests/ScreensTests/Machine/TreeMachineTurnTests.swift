import StageFloor
import TestSupport
import Testing

@testable import StagecraftScreens

/// Which request is executed when, what is asked and made before, and what happens when trees join,
/// part and end.
@Suite(.timeLimit(.minutes(3)))
struct TreeMachineTurnTests {
  typealias House = TreeMachineTests.House

  // MARK: Order

  @Test
  func requestsAreExecutedInFIFOOrder() {
    let house = House()
    house.shell.stage = .byHand
    let first = house.shell.submit(.pop, to: house.stack)
    let others = [
      house.shell.submit(.pop, to: house.stack),
      house.shell.submit(.selectIndex(1), to: house.tabs),
      house.shell.submit(.pop, to: house.stack),
    ]
    let urgent = house.shell.submit(.perform, to: house.stack, isFirst: true)
    #expect(house.shell.outcomes[first] == nil)
    house.shell.clear()
    house.shell.stage = .atOnce
    house.shell.endAnimation(of: house.stack)
    let ends = house.shell.events.compactMap { event -> Int? in
      if case .finished(let request, _) = event { request } else { nil }
    }
    #expect(ends == [first, urgent] + others)
    #expect(house.shell.outcomes[others[2]] == .refused(.isLast))
    #expect(house.shell.mistakes() == [])
  }

  /// A request from inside a call waits for the end of the one in progress.
  @Test
  func aRequestFromInsideWaits() {
    let house = House()
    house.shell.onCall = { shell, event in
      shell.onCall = nil
      shell.submit(.pop, to: house.stack)
      #expect(shell.children(house.stack).count == 2)
    }
    house.shell.submit(.pop, to: house.stack)
    #expect(house.shell.children(house.stack) == [house.a])
    #expect(house.shell.mistakes() == [])
  }

  @Test
  func aSuspendedTreeExecutesNothing() {
    let house = House()
    // The laws would demand that the request is executed.
    house.shell.isRecording = false
    house.shell.suspend(house.window)
    house.shell.suspend(house.window)
    house.shell.submit(.pop, to: house.stack)
    #expect(house.shell.machine.trees.contains { $0?.queue.isEmpty == false })
    house.shell.resume(house.window)
    #expect(house.shell.children(house.stack).count == 3)
    house.shell.resume(house.window)
    #expect(house.shell.children(house.stack).count == 2)
  }

  /// A stage that reports the end from inside the call to begin, or twice, changes nothing.
  @Test
  func anAnimationThatEndsEarlyOrTwice() {
    let house = House()
    house.shell.submit(.pop, to: house.stack)
    house.shell.endAnimation(of: house.stack)
    house.shell.stage = .byHand
    house.shell.submit(.pop, to: house.stack)
    house.shell.endAnimation(of: house.tabs)
    #expect(house.shell.moving == [house.stack])
    house.shell.endAnimation(of: house.stack)
    house.shell.endAnimation(of: house.stack)
    #expect(house.shell.children(house.stack) == [house.a])
    #expect(house.shell.mistakes() == [])
  }

  // MARK: Questions

  @Test
  func screensAreAskedFromTheTop() {
    let house = House()
    house.shell.submit(.popToRoot, to: house.stack, isAsking: true)
    #expect(Array(house.lines.prefix(3)) == ["C.ask yes", "B.ask yes", "C.willMove-"])
    #expect(house.shell.mistakes() == [])
  }

  @Test
  func theFirstRefusalCounts() {
    let house = House()
    house.shell.permits = { $0 != house.c }
    let request = house.shell.submit(.popToRoot, to: house.stack, isAsking: true)
    #expect(house.lines == ["C.ask no", "2 refused"])
    #expect(house.shell.outcomes[request] == .refused(.isRefused))
    house.shell.submit(.popToRoot, to: house.stack)
    #expect(house.shell.children(house.stack) == [house.a], "Without a question.")
    #expect(house.shell.mistakes() == [])
  }

  @Test
  func aWindowAsksAllItsScreens() {
    let house = House()
    house.shell.permits = { $0 != house.tabs }
    let request = house.shell.submit(.close, to: house.window, isAsking: true)
    #expect(
      house.lines == [
        "single.ask yes", "C.ask yes", "B.ask yes", "A.ask yes", "stack.ask yes", "tabs.ask no",
        "2 refused",
      ])
    #expect(house.shell.outcomes[request] == .refused(.isRefused))
    #expect(house.shell.appearance(house.window) == .visible)
    house.shell.permits = { _ in true }
    house.shell.submit(.close, to: house.window, isAsking: true)
    #expect(house.shell.appearance(house.window) == .gone)
    #expect(house.shell.mistakes() == [])
  }

  /// A request that a question causes is executed after the answer.
  @Test
  func aRequestFromAQuestion() {
    let house = House()
    house.shell.onCall = { shell, event in
      if case .asked = event { shell.submit(.popToRoot, to: house.stack) }
    }
    house.shell.submit(.pop, to: house.stack, isAsking: true)
    #expect(house.lines.last == "3 completed")
    #expect(house.shell.children(house.stack) == [house.a])
    #expect(house.shell.mistakes() == [])
  }

  // MARK: Pages

  @Test
  func pagesAreMadeBeforeTheyAreNeeded() {
    let shell = TreeShell()
    let pages = shell.pages(5, open: shell.screen(), at: 1)
    shell.submit(.open, to: shell.container(.modal, [pages]))
    shell.isLogging = true
    shell.submit(.turn(to: 4), to: pages)
    #expect(
      shell.lines(["pages": pages, "first": 1, "new": 4]) == [
        "pages.pages [4]", "new.enter", "new.willMove+", "new.load", "first.resign", "first.wD",
        "new.wA+", "pages.begin", "pages.arrange", "first.dD", "new.dA+", "new.didMove+",
        "pages.changed", "new.become", "2 completed",
      ])
    shell.clear()
    shell.submit(.makePages([3, 2, 4, 0]), to: pages)
    #expect(shell.lines(["pages": pages]).first == "pages.pages [3, 2, 0]")
    #expect(shell.layout(pages).items.map(\.position) == [0, 1, 2, 3, 4])
    #expect(shell.layout(pages).currentPosition == 4)
    shell.submit(.reload(count: 3), to: pages)
    #expect(shell.layout(pages).items.map(\.position) == [2] && shell.layout(pages).count == 3)
    shell.submit(.reload(count: 0), to: pages)
    #expect(shell.layout(pages).items.isEmpty)
    #expect(shell.mistakes() == [])
  }

  /// An app that returns the same screen for several pages.
  @Test
  func oneScreenForTwoPages() {
    let shell = TreeShell()
    let pages = shell.pages(5, open: shell.screen(), at: 1)
    let same = shell.screen()
    shell.makePage = { _, _ in same }
    let both = shell.submit(.makePages([2, 0]), to: pages)
    #expect(shell.outcomes[both] == .refused(.isTaken))
    let isFree = shell.machine.isFree(shell[same])
    #expect(isFree)
    shell.submit(.turn(to: 2), to: pages)
    let again = shell.submit(.turn(to: 3), to: pages)
    #expect(shell.outcomes[again] == .refused(.isTaken))
    #expect(shell.layout(pages).currentPosition == 2)
    #expect(shell.mistakes() == [])
  }

  // MARK: Trees

  /// A container brings its waiting requests along; they follow those of its new tree.
  @Test
  func treesJoin() {
    let house = House()
    let shell = house.shell
    let guest = shell.container(.stack, [shell.screen(), shell.screen()])
    shell.isRecording = false
    shell.suspend(guest)
    shell.submit(.pop, to: guest)
    #expect(shell.children(guest).count == 2)
    shell.submit(.push(ScreenSlot(guest)), to: house.stack)
    #expect(shell.children(guest).count == 1, "The suspension ends with the tree.")
    #expect(shell.machine.trees.count { $0 != nil } == 1)
  }

  /// A container that leaves takes its waiting requests along.
  @Test
  func treesPart() {
    let house = House()
    house.shell.stage = .byHand
    house.shell.submit(.removeTab(ScreenSlot(house.stack)), to: house.tabs)
    let waiting = [
      house.shell.submit(.pop, to: house.stack),
      house.shell.submit(.push(ScreenSlot(house.spare)), to: house.stack),
    ]
    house.shell.endAnimation(of: house.tabs)
    #expect(waiting.map { house.shell.outcomes[$0] } == [.completed, .completed])
    #expect(house.shell.children(house.stack) == [house.a, house.b, house.spare])
    #expect(house.shell.root(house.spare) == house.stack)
    #expect(house.shell.mistakes() == [])
  }

  /// A container that leaves is destroyed, and another screen takes its slot and is in another
  /// container before the turn ends.
  @Test
  func aPartThatIsDestroyedAtOnce() {
    let house = House()
    house.shell.stage = .byHand
    let slot = house.shell[house.stack]
    house.shell.submit(.setTabs([ScreenSlot(house.single)]), to: house.tabs)
    let waiting = house.shell.submit(.pop, to: house.stack)
    house.shell.onCall = { shell, event in
      guard event == .changed(house.tabs) else { return }
      shell.drop(house.stack)
      let successor = shell.screen()
      #expect(shell[successor] == slot)
      _ = shell.container(.stack, [successor])
    }
    house.shell.endAnimation(of: house.tabs)
    #expect(house.shell.outcomes[waiting] == .refused(.containerIsGone))
    #expect(house.shell.mistakes() == [])
  }

  /// A screen in a turn of its own is added when that has ended.
  @Test
  func aScreenThatIsBusyIsAddedLater() {
    let house = House()
    let shell = house.shell
    let guest = shell.container(.stack, [shell.screen()])
    var request = 0
    shell.performInTurn(guest) {
      request = shell.submit(.push(ScreenSlot(guest)), to: house.stack)
      #expect(shell.outcomes[request] == nil)
      // The tree is not blocked.
      shell.submit(.pop, to: house.stack)
      #expect(shell.children(house.stack) == [house.a, house.b])
    }
    #expect(shell.outcomes[request] == .completed)
    #expect(shell.children(house.stack) == [house.a, house.b, guest])
    #expect(shell.mistakes() == [])
  }

  /// A container is filled with a screen that is in a turn: its requests are executed after that.
  @Test
  func aScreenThatIsBusyGetsAContainer() {
    let shell = TreeShell()
    let guest = shell.container(.stack, [shell.screen(), shell.screen()])
    var (window, request) = (0, 0)
    shell.performInTurn(guest) {
      request = shell.submit(.pop, to: guest)
      window = shell.container(.modal, [guest])
      #expect(shell.outcomes[request] == nil)
    }
    #expect(shell.outcomes[request] == .completed)
    shell.submit(.open, to: window)
    #expect(shell.appearance(guest) == .visible)
    #expect(shell.mistakes() == [])
  }

  /// Two screens that are in turns of their own get the same container.
  @Test
  func twoScreensThatAreBusyGetAContainer() {
    let shell = TreeShell()
    let guests = (0..<2).map { _ in shell.container(.stack, [shell.screen(), shell.screen()]) }
    var requests: [Int] = []
    shell.performInTurn(guests[0]) {
      shell.performInTurn(guests[1]) {
        requests = guests.map { shell.submit(.pop, to: $0) }
        let tabs = shell.container(.tabs, guests)
        requests.append(shell.submit(.selectIndex(1), to: tabs))
      }
    }
    #expect(requests.map { shell.outcomes[$0] } == [.completed, .completed, .completed])
    #expect(shell.mistakes() == [])
  }

  /// The window is destroyed during its own transition.
  @Test
  func aRootIsDestroyed_duringItsTransition() {
    let house = House()
    house.shell.stage = .byHand
    let moving = house.shell.submit(
      .present(ScreenSlot(house.spare), isOpaque: true, from: ScreenSlot(house.a)),
      to: house.window)
    let waiting = house.shell.submit(.pop, to: house.stack)
    house.shell.drop(house.window)
    #expect(house.shell.outcomes[moving] == .cancelled)
    #expect(house.shell.outcomes[waiting] == .refused(.containerIsGone))
    #expect(house.shell.machine.allBusyCount == 0)
    #expect(house.shell.mistakes() == [])
  }

  /// The window is destroyed during a transition of a container in it, which lives on.
  @Test
  func aRootIsDestroyed_duringTheTransitionOfAChild() throws {
    let house = House()
    house.shell.stage = .byHand
    let gesture = try house.shell.begin(.pop, in: house.stack)
    let waiting = house.shell.submit(.popToRoot, to: house.stack)
    house.shell.drop(house.window)
    #expect(house.shell.outcomes[waiting] == .refused(.containerIsGone))
    #expect(house.shell.outcomes[gesture.request] == nil)
    house.shell.decide(gesture, .completed)
    let next = house.shell.submit(.push(ScreenSlot(house.spare)), to: house.stack)
    house.shell.endAnimation(of: house.stack)
    house.shell.endAnimation(of: house.stack)
    #expect(house.shell.outcomes[gesture.request] == .completed)
    #expect(house.shell.outcomes[next] == .completed)
    #expect(house.shell.children(house.stack) == [house.a, house.b, house.spare])
    #expect(house.shell.mistakes() == [])
  }

  /// Everything in a window is destroyed with it if the app does not keep it.
  @Test
  func aRootIsDestroyed_withEverythingInIt() {
    let house = House()
    let shell = house.shell
    for name in shell.screens where name != house.window { shell.drop(name) }
    shell.stage = .byHand
    shell.submit(.pop, to: house.stack)
    let (nodes, containers) = (shell.machine.nodes.count, shell.machine.containers.count)
    shell.drop(house.window)
    #expect(shell.screens == [])
    #expect(shell.machine.allBusyCount == 0)
    #expect(shell.mistakes() == [])
    #expect(shell.machine.nodes.isEmpty && shell.machine.containers.isEmpty)
    let window = shell.container(.modal, [shell.container(.stack, [shell.screen()])])
    shell.submit(.open, to: window)
    #expect(shell.machine.nodes.count < nodes && shell.machine.containers.count < containers)
    #expect(shell.machine.trees.count { $0 != nil } == 1)
  }

  // MARK: Foreground and hosts

  @Test
  func theForegroundOfAWindowBehindAnother() {
    let house = House()
    house.shell.setBehind(house.window, true)
    #expect(house.lines == ["C.resign", "stack.resign", "tabs.resign", "window.resign"])
    house.shell.submit(.pop, to: house.stack)
    #expect(!house.shell.isForeground(house.b))
    house.shell.setBehind(house.window, false)
    #expect(house.shell.isForeground(house.b))
    #expect(house.shell.mistakes() == [])
  }

  /// A screen that has left a container for another window stays foreground there.
  @Test
  func theForegroundOfAScreenThatHasMoved() {
    let shell = TreeShell()
    let guest = shell.screen()
    let tabs = shell.container(.tabs, [guest])
    let window = shell.container(.modal, [tabs])
    shell.submit(.open, to: window)
    shell.submit(.setTabs([]), to: tabs)
    let other = shell.container(.modal, [guest])
    shell.submit(.open, to: other)
    shell.setBehind(window, true)
    shell.setBehind(window, false)
    #expect(shell.isForeground(guest) && shell.isForeground(tabs))
    #expect(shell.mistakes() == [])
  }

  /// A toolkit shows a stack; while it is neither visible nor gone, requests wait.
  @Test
  func aHostedStack() {
    let shell = TreeShell()
    let (a, b) = (shell.screen(), shell.screen())
    let stack = shell.container(.stack, [a])
    shell.setHosted(stack, true)
    shell.isLogging = true
    shell.deliver(.willAppear, to: stack)
    let request = shell.submit(.push(ScreenSlot(b)), to: stack)
    #expect(shell.outcomes[request] == nil)
    shell.deliver(.didAppear, to: stack)
    #expect(
      Array(shell.lines(["A": a, "B": b, "stack": stack]).prefix(8)) == [
        "stack.load", "stack.wA", "A.load", "A.wA", "A.dA", "stack.dA", "stack.become", "A.become",
      ])
    #expect(shell.outcomes[request] == .completed)
    #expect(shell.appearance(b) == .visible)
    shell.stage = .byHand
    shell.submit(.pop, to: stack)
    shell.deliver(.willDisappear, to: stack)
    shell.deliver(.didDisappear, to: stack)
    #expect(shell.moving.isEmpty && shell.appearance(a) == .gone)
    #expect(shell.mistakes() == [])
  }
}
