import TestSupport
import Testing

@testable import StagecraftScreens

/// How many steps the machine takes in containers of different sizes.
///
/// What is counted does not depend on the computer, so a change of the order of growth fails here
/// before a benchmark shows it.
@Suite(.timeLimit(.minutes(3)))
struct TreeMachineScaleTests {
  static let sizes = [100, 1_000, 10_000]

  /// A container of `count` screens, in a window that is open or not.
  private func shell(
    _ kind: ContainerLayout.Kind, _ count: Int, isOpen: Bool
  ) -> (shell: TreeShell, container: Name) {
    let shell = TreeShell()
    shell.isRecording = false
    let container = shell.container(kind, (0..<count).map { _ in shell.screen() })
    let window = shell.container(.modal, [container])
    if isOpen { shell.submit(.open, to: window) }
    return (shell, container)
  }

  private func steps(_ shell: TreeShell, _ body: () -> Void) -> Int {
    let before = shell.stepCount
    body()
    return shell.stepCount - before
  }

  @Test(arguments: [false, true])
  func aPushAndAPop_takeTheSameStepsOnAnyStack(isOpen: Bool) {
    let counts = Self.sizes.map { size in
      let (shell, stack) = shell(.stack, size, isOpen: isOpen)
      let new = shell.screen()
      let push = steps(shell) { shell.submit(.push(ScreenSlot(new)), to: stack) }
      let pop = steps(shell) { shell.submit(.pop, to: stack) }
      #expect(shell.children(stack).count == size)
      return [push, pop]
    }
    #expect(Set(counts).count == 1, "\(counts)")
  }

  @Test(arguments: [false, true])
  func aSelection_takesTheSameStepsWithAnyNumberOfTabs(isOpen: Bool) {
    let counts = Self.sizes.map { size in
      let (shell, tabs) = shell(.tabs, size, isOpen: isOpen)
      let first = steps(shell) { shell.submit(.selectIndex(size - 1), to: tabs) }
      let second = steps(shell) { shell.submit(.selectIndex(size / 2), to: tabs) }
      return [first, second]
    }
    #expect(Set(counts).count == 1, "\(counts)")
  }

  @Test
  func aPresentation_takesTheSameStepsOverAnyNumberOfLayers() {
    let counts = Self.sizes.map { size in
      let shell = TreeShell()
      shell.isRecording = false
      let root = shell.screen()
      let window = shell.container(.modal, [root])
      shell.submit(.open, to: window)
      func present() {
        shell.submit(
          .present(ScreenSlot(shell.screen()), isOpaque: true, from: ScreenSlot(root)), to: window)
      }
      for _ in 0..<size { present() }
      let presented = steps(shell) { present() }
      let top = shell.children(window)[size + 1]
      let dismissed = steps(shell) { shell.submit(.dismissLayer(ScreenSlot(top)), to: window) }
      return [presented, dismissed]
    }
    #expect(Set(counts).count == 1, "\(counts)")
  }

  /// A pop of `n` screens takes a fixed number of steps for each.
  @Test
  func popToRoot_isLinear() {
    let counts = Self.sizes.map { size in
      let (shell, stack) = shell(.stack, size + 1, isOpen: true)
      return steps(shell) { shell.submit(.popToRoot, to: stack) }
    }
    let perScreen = zip(counts, Self.sizes).map { ($0 - counts[0]) / max(1, $1 - Self.sizes[0]) }
    #expect(perScreen.dropFirst().allSatisfy { $0 == perScreen.last }, "\(counts)")
    #expect((counts[2] - counts[1]) % (Self.sizes[2] - Self.sizes[1]) == 0, "\(counts)")
  }

  /// An edit touches as many items as it changes: no index of another screen is written.
  @Test
  func editsTouchTheChangedItemsOnly() {
    for size in Self.sizes {
      let screens = (0..<size).map { ScreenSlot($0) }
      var stack = ContainerLayout(.stack, screens, current: size - 1)
      let push = stack.apply(.push(ScreenSlot(size), isOpaque: true))
      #expect(stack.items.count - push.firstMoved == 1)
      #expect(push.incoming.count + push.outgoing.count + push.added.count == 3)
      let pop = stack.apply(.keep(size))
      #expect(stack.items.count - pop.firstMoved == 0)
      guard case .append(let items, _, _) = pop.undo else {
        Issue.record("The whole layout is kept for undoing.")
        continue
      }
      #expect(items.count == 1)
      var tabs = ContainerLayout(.tabs, screens, current: 0)
      let select = tabs.apply(.select(size - 1))
      #expect(tabs.items.count - select.firstMoved == 0)
    }
  }

  /// Many requests that wait in one tree, or that move with a container, are each taken once.
  @Test
  func waitingRequests_areLinear() {
    let counts = Self.sizes.map { size in
      let (shell, stack) = shell(.stack, 2, isOpen: true)
      shell.stage = .byHand
      shell.submit(.pop, to: stack)
      for _ in 0..<size { shell.submit(.pop, to: stack) }
      return steps(shell) { shell.endAnimation(of: stack) }
    }
    let (first, last) = (counts[1] - counts[0], counts[2] - counts[1])
    #expect(first % 900 == 0 && last == first * 10, "\(counts)")
  }

  /// Each view is offered for unloading once, even if all are refused.
  @Test
  func theOrderOfUnloading_isLinear() {
    for size in Self.sizes {
      var candidates = (0..<size).map { index in
        var candidate = UnloadPlan.Candidate()
        (candidate.distance, candidate.bytes) = (index % 97, 1)
        // A tree in which every container has ten screens.
        candidate.parent = index == 0 ? nil : (index - 1) / 10
        candidate.depth = index == 0 ? 0 : 1
        return candidate
      }
      var plan = UnloadPlan(candidates, isSparing: false, target: size)
      var (offered, places) = (0, Set<Int>())
      while let place = plan.next() {
        offered += 1
        places.insert(place)
        if candidates[place].distance % 2 == 0 { plan.refuse(place) }
      }
      #expect(offered == places.count && offered <= size)
      candidates = []
    }
  }
}
