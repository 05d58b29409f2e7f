import TestSupport
import Testing

@testable import StagecraftMemory

/// Conversations with the machine of the watch thread.
struct WatchRoundsTests {
  private static let data: Int16 = 1
  private static let error: Int16 = 8
  private static let hangUp: Int16 = 16
  private static let invalid: Int16 = 32

  private func makeRounds() -> WatchRounds {
    WatchRounds(
      endings: .init(error: Self.error, hangUp: Self.hangUp, invalid: Self.invalid))
  }

  private func descriptor(_ number: Int32, happened: Int16 = 0) -> PolledDescriptor {
    PolledDescriptor(descriptor: number, events: Self.data, happened: happened)
  }

  private func interest(_ number: Int, _ descriptors: [Int32], at moment: Int64? = nil)
    -> WatchRounds.Interest
  {
    WatchRounds.Interest(
      number: number, descriptors: descriptors.map { descriptor($0) }, nextLook: moment)
  }

  @Test func roundWithoutATimeWaitsForEvents() {
    var rounds = makeRounds()
    #expect(
      rounds.begin([interest(1, [10, 11]), interest(2, [12])], now: 0) == .untilSomethingHappens)
    #expect(rounds.polled == [descriptor(10), descriptor(11), descriptor(12)])
    #expect(rounds.end([0, 0, 0], now: 5) == [])
  }

  @Test func roundWithoutWatchersPollsNothing() {
    var rounds = makeRounds()
    #expect(rounds.begin([], now: 0) == .untilSomethingHappens)
    #expect(rounds.polled == [])
    #expect(rounds.end([], now: 0) == [])
  }

  @Test func watcherIsCalledWithItsReadyDescriptors() {
    var rounds = makeRounds()
    _ = rounds.begin([interest(1, [10, 11]), interest(2, [12]), interest(3, [13])], now: 0)
    let calls = rounds.end([0, Self.data, 0, Self.data], now: 5)
    #expect(
      calls == [
        .look(1, ready: [descriptor(11, happened: Self.data)]),
        .look(3, ready: [descriptor(13, happened: Self.data)]),
      ])
  }

  @Test func earlierEventsAreForgotten() {
    var rounds = makeRounds()
    var old = interest(1, [10])
    old.descriptors[0].happened = Self.data
    _ = rounds.begin([old], now: 0)
    #expect(rounds.polled == [descriptor(10)])
    #expect(rounds.end([0], now: 5) == [])
  }

  @Test func waitLastsUntilTheEarliestTimeRoundedUp() {
    var rounds = makeRounds()
    let interests = [
      interest(1, [], at: 9_000_000), interest(2, [10], at: 2_000_001), interest(3, []),
    ]
    #expect(rounds.begin(interests, now: 0) == .milliseconds(3))
    #expect(rounds.end([0], now: 2_000_000) == [])
    #expect(rounds.begin(interests, now: 2_000_000) == .milliseconds(1))
    #expect(rounds.end([0], now: 2_000_001) == [.look(2, ready: [])])
  }

  @Test func passedTimeIsDueNow() {
    var rounds = makeRounds()
    #expect(rounds.begin([interest(1, [], at: 5)], now: 1_000_000_000) == .milliseconds(0))
    #expect(rounds.end([], now: 1_000_000_000) == [.look(1, ready: [])])
  }

  @Test func extremeTimesDoNotOverflow() {
    var rounds = makeRounds()
    #expect(rounds.begin([interest(1, [], at: .max)], now: 0) == .milliseconds(.max))
    #expect(rounds.begin([interest(1, [], at: .max)], now: -5) == .milliseconds(.max))
    #expect(rounds.begin([interest(1, [], at: .min)], now: 5) == .milliseconds(0))
  }

  /// A watcher that does not advance its time costs a few rounds a second, not the processor.
  @Test func timeThatDoesNotAdvanceDoesNotSpin() {
    var rounds = makeRounds()
    let pause = WatchRounds.shortestPause
    let stuck = [interest(1, [10], at: 0)]
    #expect(rounds.begin(stuck, now: 100) == .milliseconds(0))
    #expect(rounds.end([0], now: 100) == [.look(1, ready: [])])
    #expect(rounds.begin(stuck, now: 100) == .milliseconds(Int32(pause / 1_000_000)))
    #expect(rounds.end([0], now: 200) == [])
    #expect(
      rounds.end([Self.data], now: 200)
        == [.look(1, ready: [descriptor(10, happened: Self.data)])])
    #expect(rounds.end([0], now: 200 + pause) == [.look(1, ready: [])])
  }

  @Test(arguments: [
    (error, "what it watched no longer exists"), (hangUp, "the other side hung up"),
    (invalid, "its descriptor was closed"),
  ])
  func watcherThatIgnoresAnEndIsGivenUp(bit: Int16, reason: String) {
    var rounds = makeRounds()
    let interests = [interest(1, [10]), interest(2, [11])]
    for _ in 0..<WatchRounds.emptyEndingsAllowed {
      _ = rounds.begin(interests, now: 0)
      #expect(rounds.end([0, bit], now: 0) == [.look(2, ready: [descriptor(11, happened: bit)])])
    }
    _ = rounds.begin(interests, now: 0)
    #expect(rounds.end([0, bit], now: 0) == [.giveUp(2, because: reason)])
  }

  @Test func roundWithoutAnEndResetsTheCount() {
    var rounds = makeRounds()
    for _ in 0..<3 {
      for _ in 0..<WatchRounds.emptyEndingsAllowed {
        _ = rounds.begin([interest(1, [10])], now: 0)
        let calls = rounds.end([Self.hangUp], now: 0)
        #expect(calls == [.look(1, ready: [descriptor(10, happened: Self.hangUp)])])
      }
      _ = rounds.begin([interest(1, [10])], now: 0)
      #expect(rounds.end([0], now: 0) == [])
    }
  }

  /// The other side has written much and closed, so there is data to read for some rounds.
  @Test func watcherWithDataBehindAnEndMayReadLonger() {
    var rounds = makeRounds()
    let both = Self.hangUp | Self.data
    for _ in 0..<WatchRounds.endingsAllowed {
      _ = rounds.begin([interest(1, [10])], now: 0)
      #expect(rounds.end([both], now: 0) == [.look(1, ready: [descriptor(10, happened: both)])])
    }
    _ = rounds.begin([interest(1, [10])], now: 0)
    #expect(rounds.end([both], now: 0) == [.giveUp(1, because: "the other side hung up")])
  }

  /// The kernel signals a change in some of its files by an error, and sends nothing in between.
  @Test func occasionalErrorEventsNeverEndAWatcher() {
    var rounds = makeRounds()
    let both = Self.error | Self.data
    for round in 0..<Int64(WatchRounds.endingsAllowed * 4) {
      _ = rounds.begin([interest(1, [10])], now: 0)
      let calls = rounds.end([both], now: round * WatchRounds.pauseBetweenEndings)
      #expect(calls == [.look(1, ready: [descriptor(10, happened: both)])])
    }
  }

  @Test func removedWatcherIsForgotten() {
    var rounds = makeRounds()
    for _ in 0..<WatchRounds.emptyEndingsAllowed {
      _ = rounds.begin([interest(1, [10])], now: 0)
      _ = rounds.end([Self.error], now: 0)
    }
    _ = rounds.begin([interest(2, [10])], now: 0)
    _ = rounds.end([0], now: 0)
    _ = rounds.begin([interest(1, [10])], now: 0)
    let calls = rounds.end([Self.error], now: 0)
    #expect(calls == [.look(1, ready: [descriptor(10, happened: Self.error)])])
  }

  private func number(of action: WatchRounds.Action) -> Int {
    switch action {
    case .look(let number, _): number
    case .giveUp(let number, _): number
    }
  }

  /// For all inputs: a watcher is called only if its time has come or an event has occurred for it,
  /// and at most once a round.
  @Test func randomRoundsCallExactlyTheDueWatchers() throws {
    try withEverySeed(in: 0..<200) { generator in
      var rounds = makeRounds()
      var now: Int64 = 0
      for _ in 0..<50 {
        let interests = (0..<Int.random(in: 0...4, using: &generator)).map { number in
          interest(
            number, (0..<Int.random(in: 0...3, using: &generator)).map { Int32($0) },
            at: generator.oneIn(2)
              ? nil : now + .random(in: -9_000_000...50_000_000, using: &generator))
        }
        _ = rounds.begin(interests, now: now)
        now += .random(in: 0...20_000_000, using: &generator)
        var happened: [Int16] = []
        for _ in rounds.polled {
          let bits = [0, 0, Self.data, Self.error, Self.hangUp]
          happened.append(bits.randomElement(using: &generator) ?? 0)
        }
        var place = 0
        var expected: Set<Int> = []
        for interest in interests {
          let own = happened[place..<place + interest.descriptors.count]
          place += interest.descriptors.count
          if own.contains(where: { $0 != 0 }) { expected.insert(interest.number) }
        }
        let called = rounds.end(happened, now: now).map { number(of: $0) }
        #expect(Set(called).count == called.count)
        #expect(expected.isSubset(of: called))
        for number in Set(called).subtracting(expected) {
          let moment = try #require(interests[number].nextLook)
          #expect(moment <= now)
        }
      }
    }
  }
}
