import StagecraftLists
import StagecraftTestKit
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
@MainActor
struct ObserverRegistrationTests {
  @Test
  func slowObserverReceivesOneTransitionByOneJob() {
    let list = LiveList(ids: 0..<1000)
    let queue = MainQueue()
    let screen = DeskScreen(list, queue)
    for id in 0..<100 { list.remove(id) }
    #expect(queue.count == 1 && screen.steps.isEmpty)
    queue.runTurn()
    #expect(queue.count == 0 && screen.removed == [Array(0..<100)])
  }

  @Test
  func editByTheObserverIsDeliveredInALaterTurn() {
    let list = LiveList(ids: 0..<10)
    let queue = MainQueue()
    let screen = DeskScreen(list, queue)
    var depth = 0
    screen.onStep = { [unowned screen] _ in
      depth += 1
      #expect(depth == 1)
      if screen.steps.count < 3 {
        list.remove(screen.steps.count)
        list.remove(screen.steps.count + 5)
        #expect(!screen.registration.flush())
      }
      depth -= 1
    }
    list.remove(0)
    queue.runTurn()
    #expect(screen.removed == [[0]] && queue.count == 1)
    queue.runTurn()
    queue.runTurn()
    #expect(screen.removed == [[0], [1, 6], [2, 7]] && queue.count == 0)
  }

  @Test
  func observersHaveVersionsOfTheirOwn() {
    let list = LiveList(ids: 0..<10)
    let queue = MainQueue()
    let screens = [
      DeskScreen(list, queue), DeskScreen(list, queue, .manual), DeskScreen(list, queue),
    ]
    list.remove(0)
    queue.runTurn()
    screens[2].registration.pause()
    list.remove(1)
    queue.runTurn()
    let late = DeskScreen(list, queue)
    list.remove(2)
    queue.runTurn()
    screens[2].registration.resume()
    screens[1].registration.flush()
    queue.runTurn()
    #expect(screens[0].removed == [[0], [1], [2]])
    #expect(screens[1].removed == [[0, 1, 2]])
    #expect(screens[2].removed == [[0], [1, 2]])
    #expect(late.removed == [[2]])
    #expect(queue.count == 0)
    for screen in screens { #expect(screen.steps.last?.new == list.snapshot()) }
  }

  @Test
  func eachTransitionBeginsWhereThePreviousOneEnded() throws {
    try withEverySeed(in: 0..<20) { generator in
      let list = LiveList(ids: 0..<50)
      let queue = MainQueue()
      let screens = (0..<3).map { _ in DeskScreen(list, queue) }
      let beginning = list.snapshot()
      for round in 0..<200 {
        let screen = screens[Int.random(in: 0..<3, using: &generator)]
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: queue.runTurn()
        case 1: screen.registration.flush()
        case 2: screen.registration.pause()
        case 3: screen.registration.resume()
        case 4: list.remove(Int.random(in: 0..<50, using: &generator))
        case 5: try? list.move(round % 50, to: 0)
        default: list.upsert(DeskOrder(Int.random(in: 0..<50, using: &generator), round))
        }
        try #require(queue.count <= 3)
      }
      for screen in screens { screen.registration.resume() }
      queue.runTurn()
      for screen in screens {
        var rows = Array(beginning)
        var last = beginning
        for step in screen.steps {
          try #require(step.old.isIdentical(to: last))
          rows = step.changes.apply(to: rows) { step.new[$0] }
          last = step.new
        }
        try #require(rows == Array(list.snapshot()))
      }
    }
  }

  @Test
  func editsThatCancelEachOtherOutAreNotDelivered() {
    let list = LiveList(ids: 0..<10)
    let queue = MainQueue()
    let screen = DeskScreen(list, queue)
    list.upsert(DeskOrder(77))
    list.remove(77)
    queue.runTurn()
    #expect(screen.steps.isEmpty)
    list.remove(1)
    queue.runTurn()
    #expect(screen.removed == [[1]])
  }

  @Test
  func observerMayCancelItselfAndOthers() {
    let list = LiveList(ids: 0..<10)
    let queue = MainQueue()
    let (one, other) = (DeskScreen(list, queue), DeskScreen(list, queue))
    for screen in [one, other] {
      screen.onStep = { [unowned one, unowned other, unowned screen] _ in
        one.registration.cancel()
        other.registration.cancel()
        one.registration.cancel()
        #expect(!screen.registration.flush())
      }
    }
    list.remove(0)
    queue.runTurn()
    #expect(one.steps.count + other.steps.count == 1)
    list.remove(1)
    #expect(queue.count == 0 && one.registration.isCancelled && other.registration.isCancelled)
  }

  @Test(arguments: [false, true])
  func notificationsKeepTheInterval(initial: Bool) async throws {
    let clock = ManualClock()
    let list = LiveList(ids: 0..<10)
    let (delivered, notify) = AsyncStream<Int>.makeStream()
    let observation = list.observe(.atMost(every: .seconds(1), clock: clock), initial: initial) {
      notify.yield($0.removed.count)
    }
    var steps = delivered.makeAsyncIterator()
    if initial { #expect(await steps.next() == 0) }
    list.remove(0)
    #expect(await steps.next() == 1)
    list.remove(1)
    list.remove(2)
    try await clock.nextSleep()
    list.remove(3)
    clock.advance(by: .seconds(1))
    #expect(await steps.next() == 3)
    clock.advance(by: .seconds(5))
    list.remove(4)
    #expect(await steps.next() == 1)
    list.remove(5)
    try await clock.nextSleep()
    #expect(observation.flush())
    #expect(await steps.next() == 1)
    observation.cancel()
  }
}
