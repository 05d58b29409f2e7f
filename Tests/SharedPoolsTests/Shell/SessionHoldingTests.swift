import StageFloor
import Testing

@_spi(Store) @testable import StagecraftSharedPools

@Suite("A session's leases")
struct SessionHoldingTests {
  private func holder() -> SessionDriver {
    var driver = SessionDriver()
    driver.ask(1)
    driver.answer(SessionDriver.granted())
    return driver
  }

  @Test("A lease is renewed every third of its time to live")
  func renewsEveryThird() {
    var driver = holder()
    driver.wait(9.9)
    #expect(driver.kinds.isEmpty)
    driver.wait(0.2)
    #expect(driver.kinds == ["renew"])
    driver.answer(SessionDriver.renewed())
    driver.wait(9.8)
    #expect(driver.kinds.isEmpty)
    driver.wait(0.2)
    #expect(driver.kinds == ["renew"])
  }

  @Test("One request renews all leases and asks about all waiting requests")
  func batches() throws {
    var driver = holder()
    driver.ask(2)
    driver.answer(SessionDriver.granted(2))
    driver.ask(3)
    driver.answer(.asked(.waiting(next: nil)))
    driver.wait(10)
    #expect(driver.kinds == ["renew"])
    guard case .renew(let batch) = driver.underWay[0].request else { return }
    #expect(batch.leases.map(\.fence) == [Fence(1), Fence(2)])
    #expect(batch.waiting.count == 1)
  }

  @Test("Nothing is sent while nothing is held and nothing waits")
  func quietWhenIdle() {
    var driver = holder()
    driver.receive(.giveBack(lease: 1, names: nil, .ready(shows: nil), waiter: 2))
    #expect(driver.kinds == ["giveBack"])
    driver.answer(.returned(.returned))
    #expect(driver.replies[2] == .answered(.returned(.returned)))
    #expect(driver.machine.nextDue == nil)
  }

  @Test("The end of a lease is noted once, and only for companions")
  func ends() {
    var driver = holder()
    driver.machine.isAccompanied = true
    driver.receive(.giveBack(lease: 1, names: nil, .ready(shows: nil), waiter: nil))
    #expect(driver.leaseEnds.map(\.number) == [1])
    #expect(driver.leaseEnds.first?.end == nil)
    driver.receive(.giveBack(lease: 1, names: nil, .ready(shows: nil), waiter: nil))
    #expect(driver.leaseEnds.count == 1)

    var lost = holder()
    lost.machine.isAccompanied = true
    lost.wait(40)
    #expect(lost.leaseEnds.map(\.end) == [.expired])

    var alone = holder()
    alone.receive(.giveBack(lease: 1, names: nil, .ready(shows: nil), waiter: nil))
    #expect(alone.leaseEnds.isEmpty)
  }

  @Test("A holder relies on no more than the time to live since it asked")
  func aStoreWhoseClockWasSetBackPromisesTooMuch() {
    var driver = holder()
    driver.wait(10)
    let sentAt = driver.now
    driver.answer(
      .renewed(leases: [.renewed(remaining: .seconds(630), isFinal: false)], waiting: []))
    #expect(driver.machine.leases[1]?.deadline == sentAt + 29_700_000_000)
  }

  @Test("The deadline counts from the moment at which the renewal was sent, minus a hundredth")
  func deadlineCountsFromSending() {
    var driver = holder()
    driver.wait(10)
    let sentAt = driver.now
    driver.wait(6)
    driver.answer(SessionDriver.renewed())
    #expect(driver.machine.leases[1]?.deadline == sentAt + 29_700_000_000)
  }

  @Test(
    "A holder is told to end a margin before the deadline, and that it has lost it at the deadline")
  func noticeBeforeDeadline() {
    var driver = holder()
    driver.receive(.watch(lease: 1, waiter: 2))
    driver.wait(26.6)
    #expect(driver.replies[2] == nil)
    driver.wait(0.1)
    #expect(driver.replies[2] == .loss(LeaseLoss(.expired, remaining: .seconds(3))))
    #expect(driver.machine.verdict(of: 1, at: driver.now) == .noticed(.expired))
    #expect(driver.machine.remaining(of: 1, "phone", at: driver.now) == 3_000_000_000)
    driver.wait(3)
    #expect(driver.machine.verdict(of: 1, at: driver.now) == .lost(.expired))
    #expect(driver.machine.remaining(of: 1, "phone", at: driver.now) == nil)
    #expect(driver.events.contains(.lost(Fence(1), .expired)))
  }

  @Test("A paused holder does not have its lease, even before the machine is called again")
  func pausedHolder() {
    let driver = holder()
    let later = driver.now + 29_700_000_000
    #expect(driver.machine.remaining(of: 1, "phone", at: later - 1) == 1)
    #expect(driver.machine.remaining(of: 1, "phone", at: later) == nil)
    #expect(driver.machine.verdict(of: 1, at: later) == .lost(.expired))
  }

  @Test("Renewal goes on after the holder was notified, and saves the lease")
  func renewsWhileCleaningUp() {
    var driver = holder()
    driver.wait(27)
    #expect(driver.machine.leases[1]?.notice != nil)
    let renewals = driver.kinds.count
    #expect(renewals > 0)
    driver.underWay.removeFirst(renewals - 1)
    driver.answer(SessionDriver.renewed())
    driver.wait(5)
    #expect(driver.machine.verdict(of: 1, at: driver.now) == .noticed(.expired))
  }

  @Test("A failed renewal is repeated soon")
  func repeatsRenewals() {
    var driver = holder()
    driver.wait(10)
    driver.fail()
    driver.wait(0.13)
    #expect(driver.kinds == ["renew"])
    driver.fail()
    driver.wait(0.26)
    #expect(driver.kinds == ["renew"])
  }

  @Test("A renewal that is not answered does not hold up the next one")
  func renewalsOverlap() {
    var driver = holder()
    driver.wait(10)
    driver.wait(10)
    #expect(driver.kinds == ["renew", "renew"])
  }

  @Test("An answer that comes later, or that took long, does not shorten a lease")
  func answersOutOfOrder() {
    var driver = holder()
    driver.wait(20)
    let older = driver.underWay.removeFirst()
    driver.answer(SessionDriver.renewed())
    let deadline = driver.machine.leases[1]?.deadline
    driver.receive(.answered(send: older.number, .success(SessionDriver.renewed())))
    #expect(driver.machine.leases[1]?.deadline == deadline)

    driver.wait(20)
    let slow = driver.underWay.removeFirst()
    driver.answer(SessionDriver.renewed(.seconds(9), isFinal: true))
    driver.receive(.answered(send: slow.number, .success(SessionDriver.renewed(.seconds(11)))))
    #expect(driver.machine.leases[1]?.deadline == deadline)
  }

  @Test("A lease that is taken back ends at once for its holder")
  func takenBack() {
    var driver = holder()
    driver.receive(.watch(lease: 1, waiter: 2))
    driver.receive(.signal(.notification(driver.machine.leases[1]!.key.request)))
    #expect(driver.kinds == ["renew"])
    driver.answer(.renewed(leases: [.ended(.takenBack(reason: "recall"))], waiting: []))
    guard case .loss(let loss?) = driver.replies[2] else { return #expect(Bool(false)) }
    #expect(loss.end == .takenBack(reason: "recall"))
    #expect(driver.machine.remaining(of: 1, "phone", at: driver.now) == nil)
    // It is returned nevertheless, so that it is free at once.
    driver.receive(.giveBack(lease: 1, names: nil, .ready(shows: nil), waiter: 3))
    #expect(driver.kinds == ["giveBack"])
  }

  @Test("A lease that can be renewed no further ends as too long")
  func tooLong() {
    var driver = holder()
    driver.receive(.watch(lease: 1, waiter: 2))
    driver.wait(10)
    driver.answer(SessionDriver.renewed(.seconds(20), isFinal: true))
    driver.wait(16.8)
    #expect(driver.replies[2] == .loss(LeaseLoss(.tooLong, remaining: .seconds(3))))
  }

  @Test("Rules that have changed are read again, once")
  func readsRulesAgain() {
    var driver = holder()
    driver.wait(10)
    driver.answer(SessionDriver.renewed(.seconds(6)))
    #expect(driver.kinds == ["open"])
    driver.answer(.opened(SharedPoolSettings(timeToLive: .seconds(6))))
    #expect(driver.machine.settings.timeToLive == .seconds(6))
    #expect(driver.kinds == ["renew"])
    driver.answer(SessionDriver.renewed(.seconds(6)))
    #expect(driver.kinds.isEmpty)
    driver.wait(2.1)
    #expect(driver.kinds == ["renew"])
  }

  @Test("A lease that outlives stricter rules is renewed without reading them again each time")
  func readsStricterRulesOnce() {
    var driver = holder()
    driver.wait(10)
    driver.answer(SessionDriver.renewed(.seconds(20)))
    #expect(driver.kinds == ["open"])
    driver.answer(.opened(SharedPoolSettings(timeToLive: .seconds(3))))
    driver.answer(SessionDriver.renewed(.seconds(20)))
    for second in 1...16 {
      driver.wait(1)
      #expect(driver.kinds == ["renew"])
      driver.answer(SessionDriver.renewed(.seconds(20 - second)))
    }
    #expect(driver.kinds.isEmpty)
    #expect(driver.machine.counts.reopened == 1)
  }

  @Test("Resources of one grant are returned one by one, and the last ends the lease")
  func partialReturns() {
    var driver = SessionDriver()
    driver.ask(1)
    var grant = SessionDriver.grant()
    grant.resources.append(grant.resources[0])
    grant.resources[1].name = "licence"
    driver.answer(.asked(.granted(grant)))
    driver.receive(.giveBack(lease: 1, names: ["licence"], .ready(shows: nil), waiter: nil))
    #expect(driver.machine.remaining(of: 1, "licence", at: driver.now) == nil)
    #expect(driver.machine.remaining(of: 1, "phone", at: driver.now) != nil)
    driver.receive(.giveBack(lease: 1, names: ["licence"], .ready(shows: nil), waiter: 2))
    #expect(driver.replies[2] == .answered(.returned(.already(.returned))))
    driver.receive(.giveBack(lease: 1, names: ["phone"], .ready(shows: nil), waiter: nil))
    #expect(driver.machine.leases.isEmpty)
    #expect(driver.kinds == ["giveBack", "giveBack"])
  }

  @Test("The last return of several does not return what is still being quarantined")
  func returnsByName() {
    var driver = SessionDriver()
    driver.ask(1)
    var grant = SessionDriver.grant()
    grant.resources.append(grant.resources[0])
    grant.resources[1].name = "licence"
    driver.answer(.asked(.granted(grant)))
    driver.receive(
      .giveBack(lease: 1, names: ["phone"], .quarantined(reason: "dust"), waiter: nil))
    driver.receive(.giveBack(lease: 1, names: nil, .ready(shows: nil), waiter: nil))
    guard case .giveBack(let last) = driver.underWay[1].request else { return #expect(Bool(false)) }
    #expect(last.names == ["licence"])
  }

  @Test("Leases are renewed while the session is opened again")
  func renewsWhileOpening() {
    var driver = holder()
    driver.wait(10)
    driver.answer(SessionDriver.renewed(.seconds(24)))
    #expect(driver.kinds == ["open"])
    driver.wait(10)
    #expect(driver.kinds == ["open", "renew"])
    driver.ask(2)
    #expect(driver.kinds == ["open", "renew", "ask"])
  }

  @Test("Renewals that are never answered are given up, and renewal goes on")
  func stalledRenewals() {
    var driver = holder()
    // The store swallows the first, third, fifth … renewal.
    var swallowed: Set<UInt64> = []
    for _ in 0..<300 {
      driver.wait(1)
      for (number, _) in driver.underWay where !swallowed.contains(number) {
        if swallowed.count < 6, number % 2 == 0 {
          swallowed.insert(number)
        } else {
          driver.underWay.removeAll { $0.number == number }
          driver.receive(.answered(send: number, .success(SessionDriver.renewed())))
        }
      }
    }
    #expect(swallowed.count == 6)
    #expect(driver.machine.remaining(of: 1, "phone", at: driver.now) != nil)
    // A late answer to a request that was given up changes nothing.
    let deadline = driver.machine.leases[1]?.deadline
    driver.answer(.renewed(leases: [.ended(.expired)], waiting: []))
    #expect(driver.machine.leases[1]?.deadline == deadline)
    #expect(driver.machine.leases[1]?.end == nil)
  }

  @Test("A return is repeated until the lease has ended, and awaited for ten seconds")
  func repeatsReturns() {
    var driver = holder()
    driver.receive(.giveBack(lease: 1, names: nil, .ready(shows: nil), waiter: 2))
    let start = driver.now
    var lastTry = start
    while !driver.underWay.isEmpty {
      #expect((driver.replies[2] == .pending) == (driver.now >= start + 10_000_000_000))
      lastTry = driver.machine.sends.values.first?.sentAt ?? start
      driver.fail()
      driver.wait(2.5)
    }
    // The lease and the grace period end after 34.7 seconds.
    #expect(lastTry > start + 28_000_000_000 && lastTry < start + 34_700_000_000)
    #expect(driver.machine.sends.isEmpty)
  }

  @Test("A confirmation renews the lease, and fails when the lease has ended first")
  func confirmation() {
    var driver = holder()
    driver.wait(5)
    driver.receive(.confirm(lease: 1, waiter: 2))
    driver.answer(SessionDriver.renewed())
    #expect(driver.replies[2] == .confirmed(true))
    #expect(driver.machine.leases[1]!.deadline == driver.now + 29_700_000_000)
    driver.receive(.confirm(lease: 1, waiter: 3))
    driver.answer(.renewed(leases: [.ended(.expired)], waiting: []))
    #expect(driver.replies[3] == .confirmed(false))
  }

  @Test("A grant that is about to end is renewed before it is handed out")
  func lateGrant() {
    var driver = SessionDriver()
    driver.ask(1)
    driver.answer(SessionDriver.granted(1, remaining: .seconds(2)))
    #expect(driver.replies[1] == nil)
    #expect(driver.kinds == ["renew"])
    driver.answer(SessionDriver.renewed())
    guard case .granted = driver.replies[1] else { return #expect(Bool(false)) }
    #expect(driver.machine.remaining(of: 1, "phone", at: driver.now) == 29_700_000_000)
  }

  @Test("A grant that has ended before it was handed out is given up, and the waiter joins again")
  func deadGrant() {
    var driver = SessionDriver()
    driver.ask(1)
    let first = driver.lastAsk?.id
    driver.answer(SessionDriver.granted(1, remaining: .seconds(2)))
    driver.answer(.renewed(leases: [.ended(.expired)], waiting: []))
    #expect(driver.replies[1] == nil)
    #expect(driver.lastAsk != nil && driver.lastAsk?.id != first)
    #expect(driver.kinds == ["withdraw", "ask"])
    driver.answer(.withdrawn(.already(.expired)))
    driver.answer(SessionDriver.granted(2))
    guard case .granted(_, let key) = driver.replies[1] else { return #expect(Bool(false)) }
    #expect(key.fence == Fence(2))
  }
}
