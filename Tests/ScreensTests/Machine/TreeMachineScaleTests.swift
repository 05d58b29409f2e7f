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

  /// The requests that wait are read once, however many containers leave: then those of the
  /// containers that leave are not among them any more.
  @Test
  func theRequestsOfContainersThatLeave_areReadOnce() {
    let shell = TreeShell()
    let stacks = (0..<50).map { _ in shell.container(.stack, [shell.screen()]) }
    let staying = shell.container(.stack, [shell.screen()])
    let outer = shell.container(.stack, [staying] + stacks)
    let window = shell.container(.modal, [outer])
    shell.submit(.open, to: window)
    shell.stage = .byHand
    let pop = shell.submit(.popToRoot, to: outer)
    var requests: [Int] = []
    for round in 0..<4 {
      for stack in stacks {
        requests.append(shell.submit(.push(ScreenSlot(shell.screen())), to: stack))
      }
      if round.isMultiple(of: 2) { requests.append(shell.submit(.popToRoot, to: staying)) }
    }
    var (waiting, ends): ([Int], [Int]) = ([], [])
    shell.onCall = { shell, event in
      switch event {
      case .left: waiting.append(shell.machine.tree(of: shell[window])?.queue.count ?? 0)
      case .finished(let request, _): ends.append(request)
      default: break
      }
    }
    shell.stage = .atOnce
    shell.endAnimation(of: outer)
    #expect(waiting == Array(repeating: 2, count: 50))
    // The stacks leave from the top to the bottom, and each executes its requests in order.
    let ofStacks = stacks.indices.reversed().flatMap { stack in
      (0..<4).map { requests[$0 * 50 + ($0 + 1) / 2 + stack] }
    }
    #expect(ends == [pop] + ofStacks + [requests[50], requests[151]])
    #expect(stacks.allSatisfy { shell.children($0).count == 5 })
    #expect(shell.mistakes() == [])
  }

  /// A request that is made while screens leave goes with its container, too.
  @Test
  func aRequestThatIsMadeWhileScreensLeave() {
    let shell = TreeShell()
    let stacks = (0..<3).map { _ in shell.container(.stack, [shell.screen()]) }
    let outer = shell.container(.stack, [shell.screen()] + stacks)
    let window = shell.container(.modal, [outer])
    shell.submit(.open, to: window)
    shell.stage = .byHand
    shell.submit(.popToRoot, to: outer)
    let early = stacks.map { shell.submit(.push(ScreenSlot(shell.screen())), to: $0) }
    var (late, ends): ([Int], [Int]) = ([], [])
    shell.onCall = { shell, event in
      if case .left = event, late.count < 3 {
        late.append(
          shell.submit(.push(ScreenSlot(shell.screen())), to: stacks[late.count]))
      }
      if case .finished(let request, _) = event { ends.append(request) }
    }
    shell.stage = .atOnce
    shell.endAnimation(of: outer)
    #expect(ends.dropFirst() == [early[2], late[2], early[1], late[1], early[0], late[0]])
    #expect(stacks.allSatisfy { shell.children($0).count == 3 })
    #expect(shell.mistakes() == [])
  }

  /// The tables have no place for screens that were created last and are destroyed.
  @Test
  func theTablesBecomeShorter() throws {
    for size in [100, 1_000, 10_000] {
      var machine = TreeMachine()
      let kept = machine.add(ScreenID(number: 1), .modal)
      for round in 0..<3 {
        let slots = (0..<size).map { machine.add(ScreenID(number: UInt64($0 + 2)), .stack) }
        #expect(Set(slots).count == size && !slots.contains(kept))
        #expect(machine.nodes.count == size + 1 && machine.containers.count == size + 1)
        for slot in round == 1 ? slots.reversed() : slots { _ = machine.remove(slot) }
        #expect(machine.nodes.count == 1 && machine.containers.count == 1)
        #expect(machine.trees.count == 1 && machine.trees.capacity <= 64)
        #expect(machine.nodes.capacity <= 64 && machine.containers.capacity <= 64)
        let isLive = machine.isLive(slots[size - 1], ScreenID(number: UInt64(size + 1)))
        #expect(!isLive)
      }
      let isLive = machine.isLive(kept, ScreenID(number: 1))
      #expect(isLive)
    }
  }

  /// Screens are created and destroyed in any order, and compared with a dictionary.
  @Test
  func theTablesAgreeWithADictionary() throws {
    try withEverySeed(in: 0..<20) { generator in
      var machine = TreeMachine()
      var (live, last): ([ScreenSlot: (id: ScreenID, isContainer: Bool)], UInt64) = ([:], 0)
      for round in 0..<12 {
        let goal = round.isMultiple(of: 2) ? Int.random(in: 0..<400, using: &generator) : 5
        while live.count != goal {
          if live.count < goal {
            last += 1
            let isContainer = Bool.random(using: &generator)
            let slot = machine.add(ScreenID(number: last), isContainer ? .tabs : nil)
            #expect(live[slot] == nil, "\(Labels.text)")
            live[slot] = (ScreenID(number: last), isContainer)
          } else {
            let slots = live.keys.sorted { $0.index < $1.index }
            let slot = slots[Int.random(in: 0..<slots.count, using: &generator)]
            _ = machine.remove(slot)
            live[slot] = nil
          }
          let highest = live.keys.map(\.place).max() ?? -1
          #expect(machine.nodes.count == highest + 1, "\(Labels.text)")
          #expect(machine.trees.count == highest + 1, "\(Labels.text)")
        }
        let records = live.keys.compactMap { machine[$0].isContainer ? machine[$0].container : nil }
        #expect(Set(records).count == live.values.count(where: \.isContainer), "\(Labels.text)")
        #expect(machine.containers.count == (records.max() ?? -1) + 1, "\(Labels.text)")
        for (slot, screen) in live {
          let isLive = machine.isLive(slot, screen.id)
          #expect(isLive, "\(Labels.text)")
          #expect(machine[slot].isContainer == screen.isContainer, "\(Labels.text)")
        }
      }
    }
  }

  /// A screen is found in a long list without reading the list.
  @Test
  func aLookupAgreesWithItsList() {
    for count in [0, 1, 2, 7, 8, 9, 1_000] {
      let list = SlotList((0..<count).map { ScreenSlot($0 * 2) })
      let lookup = SlotLookup(list)
      for name in -1...(min(count, 20) * 2) {
        #expect(lookup.contains(ScreenSlot(name)) == list.contains(ScreenSlot(name)))
      }
    }
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
