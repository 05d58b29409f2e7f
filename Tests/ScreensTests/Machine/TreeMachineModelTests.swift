import TestSupport
import Testing

@testable import StagecraftScreens

/// All short sequences of requests and events on a small tree, against the documented guarantees.
@Suite(.timeLimit(.minutes(3)))
struct TreeMachineModelTests {
  /// A window with two tabs, a stack of two screens and a single screen; and three spare screens.
  struct House {
    let shell: TreeShell
    let window: Name
    let tabs: Name
    let stack: Name
    let bottom: Name
    let top: Name
    let single: Name
    let spares: [Name]
    var gesture: TreeShell.Gesture?

    init(_ order: TransitionOrder, _ stage: TreeShell.Stage, isLogging: Bool = false) {
      shell = TreeShell()
      shell.isLogging = isLogging
      shell.stage = stage
      (bottom, top, single) = (shell.screen(), shell.screen(), shell.screen())
      spares = [shell.screen(), shell.screen(), shell.screen()]
      stack = shell.container(.stack, [bottom, top], order: order)
      tabs = shell.container(.tabs, [stack, single], order: order)
      window = shell.container(.modal, [tabs], order: order)
      shell.submit(.open, to: window)
    }

    private init(copying other: House) {
      shell = TreeShell(copying: other.shell)
      (window, tabs, stack) = (other.window, other.tabs, other.stack)
      (bottom, top, single) = (other.bottom, other.top, other.single)
      (spares, gesture) = (other.spares, other.gesture)
    }

    func copy() -> House { House(copying: self) }

    mutating func take(_ word: Word) {
      switch word {
      case .push: shell.submit(.push(ScreenSlot(spares[0])), to: stack)
      case .pop: shell.submit(.pop, to: stack, isAsking: true)
      case .setStack:
        shell.submit(.setStack([ScreenSlot(top), ScreenSlot(spares[1])]), to: stack)
      case .selectFirst: shell.submit(.selectIndex(0), to: tabs)
      case .selectSecond: shell.submit(.selectIndex(1), to: tabs)
      case .removeStack: shell.submit(.removeTab(ScreenSlot(stack)), to: tabs)
      case .insertStack: shell.submit(.insertTab(ScreenSlot(stack), at: nil), to: tabs)
      case .presentSheet:
        shell.submit(
          .present(ScreenSlot(spares[2]), isOpaque: false, from: ScreenSlot(single)), to: window)
      case .presentFull:
        shell.submit(
          .present(ScreenSlot(spares[1]), isOpaque: true, from: ScreenSlot(stack)), to: window)
      case .dismiss: shell.submit(.dismiss(from: ScreenSlot(tabs)), to: window)
      case .close: shell.submit(.close, to: window)
      case .open: shell.submit(.open, to: window)
      case .beginPop: gesture = (try? shell.begin(.pop, in: stack)) ?? gesture
      case .finish: if let gesture { shell.decide(gesture, .completed) }
      case .cancel: if let gesture { shell.decide(gesture, .cancelled) }
      case .settle: shell.settle(window)
      case .animationEnd: for container in shell.moving { shell.endAnimation(of: container) }
      }
    }

    /// Ends everything in progress.
    mutating func end() {
      shell.onCall = nil
      shell.stage = .atOnce
      for _ in 0..<20 where !shell.moving.isEmpty {
        for container in shell.moving { shell.settle(container) }
      }
    }

    /// What is wrong at the end.
    mutating func mistakes() -> [String] {
      end()
      let waiting = shell.laws.unansweredRequests
      return shell.mistakes() + (waiting.isEmpty ? [] : ["requests wait forever: \(waiting)"])
    }
  }

  enum Word: CaseIterable {
    case push, pop, setStack, selectFirst, selectSecond, removeStack, insertStack
    case presentSheet, presentFull, dismiss, close, open
    case beginPop, finish, cancel, settle, animationEnd
  }

  private func explore(
    _ house: House, _ length: Int, _ words: [Word], _ path: [Word] = []
  ) throws {
    for word in words {
      var next = house.copy()
      next.take(word)
      try #require(next.shell.laws.isSatisfied, "\(path + [word]): \(next.shell.laws.violations)")
      var last = next.copy()
      let mistakes = last.mistakes()
      try #require(mistakes.isEmpty, "\(path + [word]): \(mistakes)")
      if length > 1 { try explore(next, length - 1, words, path + [word]) }
    }
  }

  @Test(arguments: [TransitionOrder.uniform, .uikit])
  func allSequencesOfThree(order: TransitionOrder) throws {
    try explore(House(order, .byHand), 3, Word.allCases)
  }

  /// The requests and events that matter most while something is in progress.
  @Test(arguments: [TransitionOrder.uniform, .uikit])
  func allSequencesOfFour(order: TransitionOrder) throws {
    let words: [Word] = [
      .push, .selectSecond, .removeStack, .insertStack, .presentSheet, .beginPop, .cancel,
      .animationEnd,
    ]
    try explore(House(order, .byHand), 4, words)
  }

  /// Longer sequences of a few.
  @Test
  func allSequencesOfFive() throws {
    let words: [Word] = [.push, .removeStack, .insertStack, .beginPop, .animationEnd]
    try explore(House(.uniform, .byHand), 5, words)
  }

  /// A request, and another one from inside each of its calls.
  @Test(arguments: [TransitionOrder.uniform, .uikit])
  func anotherRequestFromEachCall(order: TransitionOrder) throws {
    let starts: [Word?] = [nil, .selectSecond, .presentSheet, .removeStack]
    for start in starts {
      var house = House(order, .atOnce)
      if let start { house.take(start) }
      for word in Word.allCases.prefix(12) {
        for inner in Word.allCases {
          var (index, hasNext) = (0, true)
          while hasNext {
            var next = house.copy()
            var count = 0
            hasNext = false
            var nested = next
            next.shell.onCall = { _, _ in
              count += 1
              guard count == index + 1 else { return }
              hasNext = true
              nested.take(inner)
            }
            next.take(word)
            let mistakes = next.mistakes()
            try #require(mistakes.isEmpty, "\(start as Any) \(word) \(index) \(inner): \(mistakes)")
            index += 1
          }
        }
      }
    }
  }

  // MARK: The control

  /// The laws reject every record in which a call is missing, comes twice, or comes one call later.
  ///
  /// They leave open at which moment a view is created and a screen resigns, if only that is before
  /// the step that needs it.
  @Test(arguments: [TransitionOrder.uniform, .uikit])
  func wrongMachinesAreRejected(order: TransitionOrder) throws {
    var house = House(order, .byHand, isLogging: true)
    for word in [
      .push, .animationEnd, .pop, .pop, .animationEnd, .animationEnd, .beginPop, .selectSecond,
      .push, .animationEnd, .setStack, .animationEnd, .beginPop, .cancel, .animationEnd, .beginPop,
      .finish, .animationEnd, .presentSheet, .animationEnd, .dismiss, .animationEnd, .presentFull,
      .animationEnd, .dismiss, .settle, .selectFirst, .animationEnd, .removeStack, .animationEnd,
      .insertStack, .selectSecond, .settle, .close, .open,
    ] as [Word] { house.take(word) }
    house.end()
    let events = house.shell.events
    #expect(Self.violations(events) == [])

    var missed: [String] = []
    for index in events.indices where events[index].isCall {
      var dropped = events
      dropped.remove(at: index)
      if Self.violations(dropped).isEmpty { missed.append("\(index) dropped: \(events[index])") }
      var doubled = events
      doubled.insert(events[index], at: index)
      if Self.violations(doubled).isEmpty { missed.append("\(index) doubled: \(events[index])") }
      guard index + 1 < events.count, events[index + 1].isCall else { continue }
      if [events[index], events[index + 1]].contains(where: \.isMovable) { continue }
      var swapped = events
      swapped.swapAt(index, index + 1)
      if Self.violations(swapped).isEmpty {
        missed.append("\(index) swapped: \(events[index]), \(events[index + 1])")
      }
    }
    #expect(missed == [])
  }

  private static func violations(_ events: [TreeEvent]) -> [String] {
    var laws = TreeLaws()
    for event in events {
      laws.observe(event)
      if !laws.isSatisfied { return laws.violations }
    }
    laws.checkAll()
    return laws.violations + laws.unansweredRequests.map { "request \($0)" }
  }
}

extension TreeEvent {
  /// Whether the moment matters only to the same screen.
  fileprivate var isMovable: Bool {
    switch self {
    case .loaded, .resigned: true
    default: false
    }
  }
}
