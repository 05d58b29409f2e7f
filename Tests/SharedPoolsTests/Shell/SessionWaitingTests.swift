import StageFloor
import Testing

@_spi(Store) @testable import StagecraftSharedPools

@Suite("A session's waits")
struct SessionWaitingTests {
  private func waiter(timeout: Int64? = nil) -> SessionDriver {
    var driver = SessionDriver()
    driver.ask(1, timeout: timeout)
    driver.answer(.asked(.waiting(next: nil)))
    return driver
  }

  private func id(_ driver: SessionDriver) -> LendingID { driver.machine.waits[1]!.ask.id }

  @Test("An ask whose outcome is unknown is sent again with the same identifier")
  func repeatsWithSameIdentifier() {
    var driver = SessionDriver()
    driver.ask(1)
    let id = driver.lastAsk?.id
    driver.fail()
    #expect(driver.kinds.isEmpty)
    driver.wait(0.13)
    #expect(driver.lastAsk?.id == id)
    driver.answer(SessionDriver.granted())
    guard case .granted = driver.replies[1] else { return #expect(Bool(false)) }
    #expect(driver.machine.counts.repeated == 1)
  }

  @Test("The pause between repetitions doubles up to its limit")
  func pausesDouble() {
    var driver = SessionDriver()
    driver.ask(1)
    var pauses: [Int64] = []
    for _ in 0..<8 {
      driver.fail()
      pauses.append(driver.machine.nextDue! - driver.now)
      driver.wait(3)
    }
    for (index, pause) in pauses.enumerated() {
      let nominal = min(Int64(100_000_000) << Int64(index), 2_000_000_000)
      #expect(abs(pause - nominal) <= nominal / 4)
    }
  }

  @Test("An error that is not transient ends the wait, and the request is withdrawn")
  func permanentError() {
    var driver = SessionDriver()
    driver.ask(1)
    driver.fail(.denied)
    #expect(driver.replies[1] == .failed(.store(LeaseStoreError(.denied, "The test says so."))))
    #expect(driver.kinds == ["withdraw"])
  }

  @Test("A notification asks for the answer with the same identifier")
  func notificationAsks() {
    var driver = waiter()
    let id = id(driver)
    driver.receive(.signal(.notification(id)))
    #expect(driver.lastAsk?.id == id)
    driver.answer(SessionDriver.granted())
    guard case .granted = driver.replies[1] else { return #expect(Bool(false)) }
    driver.wait(2)
    #expect(driver.machine.counts.notificationsLost == 0)
  }

  @Test("A notification that comes while the ask is under way is not forgotten")
  func notificationWhileAsking() {
    var driver = SessionDriver()
    driver.ask(1)
    driver.receive(.signal(.notification(id(driver))))
    #expect(driver.kinds == ["ask"])
    driver.answer(.asked(.waiting(next: nil)))
    #expect(driver.kinds == ["ask"])
    driver.answer(.asked(.waiting(next: nil)))
    #expect(driver.kinds.isEmpty)
  }

  @Test("Notifications for unknown requests change nothing")
  func strayNotification() {
    var driver = waiter()
    driver.receive(.signal(.notification(LendingID(high: 9, low: 9))))
    #expect(driver.kinds.isEmpty)
  }

  @Test("Cancelling withdraws the request, and the wait ends at once")
  func cancellation() {
    var driver = waiter()
    let id = id(driver)
    driver.receive(.cancel(waiter: 1))
    #expect(driver.replies[1] == .failed(.cancelled))
    #expect(driver.underWay.map(\.request) == [.withdraw(id)])
    driver.fail()
    driver.wait(0.2)
    #expect(driver.underWay.map(\.request) == [.withdraw(id)])
    driver.answer(.withdrawn(.left))
    #expect(driver.machine.nextDue == nil)
  }

  @Test("Cancelling while the ask is under way withdraws at once, and its late answer is ignored")
  func cancellationWhileAsking() {
    var driver = SessionDriver()
    driver.ask(1)
    let id = id(driver)
    driver.receive(.cancel(waiter: 1))
    #expect(driver.underWay.map(\.request).last == .withdraw(id))
    driver.answer(SessionDriver.granted())
    #expect(driver.machine.leases.isEmpty)
    #expect(driver.kinds == ["withdraw"])
  }

  @Test("A grant that arrives after its withdrawal was given up is withdrawn again")
  func grantAfterLostWithdrawal() {
    var driver = SessionDriver()
    driver.ask(1)
    let id = id(driver)
    let ask = driver.underWay.removeFirst()
    driver.receive(.cancel(waiter: 1))
    driver.fail(.denied)
    #expect(driver.kinds.isEmpty)
    driver.receive(.answered(send: ask.number, .success(SessionDriver.granted())))
    #expect(driver.underWay.map(\.request) == [.withdraw(id)])
  }

  @Test("A late answer about a request that was handed out does not withdraw it")
  func lateAnswerAfterHandOut() {
    var driver = waiter()
    driver.wait(9.9)
    driver.receive(.signal(.notification(id(driver))))
    let ask = driver.underWay.removeFirst()
    driver.wait(0.2)
    driver.answer(.renewed(leases: [], waiting: [.granted(SessionDriver.grant())]))
    driver.receive(
      .giveBack(lease: 1, names: nil, .quarantined(reason: "torn"), waiter: nil))
    #expect(driver.kinds == ["giveBack"])
    driver.receive(.answered(send: ask.number, .success(SessionDriver.granted())))
    #expect(driver.kinds == ["giveBack"])
  }

  @Test("A wait times out, and is withdrawn")
  func timeout() {
    var driver = waiter(timeout: 5_000_000_000)
    driver.wait(4.9)
    #expect(driver.replies[1] == nil)
    driver.wait(0.2)
    #expect(driver.replies[1] == .failed(.timedOut(nil)))
    #expect(driver.kinds == ["withdraw"])
  }

  @Test("A wait that times out while the store does not answer says so")
  func timeoutWithoutStore() {
    var driver = SessionDriver()
    driver.ask(1, timeout: 5_000_000_000)
    driver.fail()
    driver.wait(5)
    let error = LeaseStoreError(.unreachable, "The test says so.")
    #expect(driver.replies[1] == .failed(.timedOut(error)))
    #expect(SessionFailure.timedOut(LeaseStoreError(.unreachable, "")).code == .unreachable)
  }

  @Test("The first of a grant and a cancellation wins")
  func grantAgainstCancellation() {
    var driver = waiter()
    driver.receive(.signal(.notification(id(driver))))
    driver.answer(SessionDriver.granted())
    driver.receive(.cancel(waiter: 1))
    guard case .granted = driver.replies[1] else { return #expect(Bool(false)) }
    #expect(driver.kinds.isEmpty)
  }

  @Test("A request that is not to wait ends when not everything is free")
  func notFree() {
    var driver = SessionDriver()
    driver.ask(1, joinsLine: false)
    driver.answer(.asked(.notFree))
    #expect(driver.replies[1] == .notFree)
    #expect(driver.machine.nextDue == nil)
  }

  @Test("A forgotten session is opened again, and its requests are sent again")
  func reopens() {
    var driver = waiter()
    driver.ask(2)
    driver.answer(.refused(.unknownSession))
    #expect(driver.kinds == ["open"])
    // The session may be known already, if it is opened because its rules have changed.
    driver.ask(3)
    #expect(driver.kinds == ["open", "ask"])
    driver.answer(.opened(SharedPoolSettings()))
    #expect(driver.kinds == ["ask", "ask", "renew"])
  }

  @Test("A waiting request that the store has ended joins the line again with a new identifier")
  func rejoins() {
    var driver = waiter()
    let first = id(driver)
    driver.wait(10)
    driver.answer(.renewed(leases: [], waiting: [.ended(.gone)]))
    #expect(driver.kinds == ["ask"])
    #expect(driver.lastAsk?.id != first)
    #expect(driver.events.contains(.rejoined(because: .gone)))
    // What comes for the former request is not taken for the new one's.
    driver.receive(.signal(.notification(first)))
    #expect(driver.kinds == ["ask"])
  }

  @Test("A request that the stock can no longer satisfy ends")
  func impossible() {
    var driver = waiter()
    driver.receive(.signal(.notification(id(driver))))
    driver.answer(.asked(.ended(.impossible)))
    #expect(driver.replies[1] == .failed(.ended(.impossible)))
    #expect(driver.kinds.isEmpty)
  }

  @Test("A waiting session sweeps when something is due, a little later")
  func sweeps() {
    var driver = SessionDriver()
    driver.ask(1)
    driver.answer(.asked(.waiting(next: .seconds(4))))
    driver.wait(3.99)
    #expect(driver.kinds.isEmpty)
    driver.wait(0.5)
    #expect(driver.kinds == ["sweep"])
    driver.answer(.swept(next: .seconds(2)))
    driver.wait(2.3)
    #expect(driver.kinds == ["sweep"])
    driver.receive(.cancel(waiter: 1))
    driver.answer(.swept(next: .seconds(1)))
    driver.underWay = []
    driver.wait(3)
    #expect(!driver.kinds.contains("sweep"))
  }

  @Test(
    "What a renewal finds without a notification counts as a lost one, unless it is only late"
  )
  func lostNotifications() {
    var driver = waiter()
    driver.wait(10)
    driver.answer(.renewed(leases: [], waiting: [.granted(SessionDriver.grant())]))
    guard case .granted = driver.replies[1] else { return #expect(Bool(false)) }
    driver.wait(0.9)
    #expect(driver.machine.counts.notificationsLost == 0)
    driver.wait(0.2)
    #expect(driver.machine.counts.notificationsLost == 1)

    var other = waiter()
    let id = id(other)
    other.wait(10)
    other.answer(.renewed(leases: [], waiting: [.granted(SessionDriver.grant())]))
    other.receive(.signal(.notification(id)))
    other.wait(2)
    #expect(other.machine.counts.notificationsLost == 0)
  }

  @Test("While the store cannot notify, the head of each kind of want is polled")
  func polls() {
    var driver = waiter()
    driver.ask(2)
    driver.answer(.asked(.waiting(next: nil)))
    driver.receive(.signal(.cannotBeNotified("a pooler")))
    driver.wait(0.4)
    guard case .renew(let batch)? = driver.underWay.first?.request else {
      return #expect(Bool(false))
    }
    #expect(batch.leases.isEmpty)
    #expect(batch.waiting == [id(driver)])
    driver.answer(.renewed(leases: [], waiting: [.granted(SessionDriver.grant())]))
    driver.wait(2)
    #expect(driver.machine.counts.notificationsLost == 0)
    driver.underWay = []
    driver.receive(.signal(.canBeNotified))
    #expect(driver.kinds == ["renew"])
    driver.underWay = []
    driver.wait(2)
    #expect(driver.kinds.isEmpty)
    #expect(driver.events.contains(.cannotBeNotified("a pooler")))
    #expect(driver.events.contains(.canBeNotified))
  }

  @Test("A stream of signals that ends makes the session poll")
  func silence() {
    var driver = waiter()
    driver.receive(.signalsEnded)
    driver.wait(0.4)
    #expect(driver.kinds == ["renew"])
  }

  @Test("Closing ends the waits, waits for the leases, and then ends the session")
  func closing() {
    var driver = waiter()
    driver.ask(2)
    driver.answer(SessionDriver.granted())
    driver.receive(.close(waiter: 3))
    #expect(driver.replies[1] == .failed(.closed))
    driver.ask(4)
    #expect(driver.replies[4] == .failed(.closed))
    #expect(driver.kinds.isEmpty)
    driver.wait(10)
    #expect(driver.kinds == ["renew"])
    driver.answer(SessionDriver.renewed())
    driver.receive(.giveBack(lease: 2, names: nil, .ready(shows: nil), waiter: nil))
    #expect(driver.kinds == ["giveBack"])
    driver.answer(.returned(.returned))
    #expect(driver.kinds == ["close"])
    driver.answer(.done)
    #expect(driver.replies[3] == .closed)
    #expect(driver.hasStopped)
    #expect(driver.machine.nextDue == nil)
  }

  @Test("A store that answers something else does not leave a waiter behind")
  func wrongAnswer() {
    var driver = SessionDriver()
    driver.ask(1)
    driver.answer(.done)
    guard case .failed(.store(let error)) = driver.replies[1] else { return #expect(Bool(false)) }
    #expect(error.code == .damaged)
  }

  @Test("A request that is never answered is sent again")
  func stalledAsk() {
    var driver = SessionDriver()
    driver.ask(1)
    let first = driver.lastAsk?.id
    driver.wait(31)
    #expect(driver.kinds.count >= 2)
    #expect(driver.lastAsk?.id == first)
    let late = driver.underWay.removeFirst()
    driver.receive(.answered(send: late.number, .success(SessionDriver.granted())))
    #expect(driver.replies[1] == nil)
    driver.underWay = driver.underWay.suffix(1)
    driver.answer(SessionDriver.granted())
    guard case .granted = driver.replies[1] else { return #expect(Bool(false)) }
  }

  @Test("Answers to renewals do not put a sweep off")
  func sweepsThoughRenewing() {
    var driver = SessionDriver()
    driver.ask(1)
    driver.answer(.asked(.waiting(next: .seconds(35))))
    for _ in 0..<4 {
      driver.wait(10)
      if driver.kinds.contains("sweep") { break }
      driver.answer(.renewed(leases: [], waiting: [.waiting(next: .seconds(35))]))
    }
    #expect(driver.kinds.contains("sweep"))
  }

  @Test("The tables of a burst become small again")
  func releasesTables() {
    var driver = SessionDriver()
    for waiter: UInt64 in 1...2_000 { driver.ask(waiter) }
    for waiter: UInt64 in 1...2_000 { driver.receive(.cancel(waiter: waiter)) }
    while let (number, request) = driver.underWay.popLast() {
      let answer: LendingAnswer =
        if case .ask = request { .asked(.ended(.withdrawn)) } else { .withdrawn(.left) }
      driver.receive(.answered(send: number, .success(answer)))
    }
    let machine = driver.machine
    #expect(machine.sends.isEmpty && machine.waits.isEmpty)
    let capacities = [
      machine.waits.capacity, machine.numbers.capacity, machine.sends.capacity,
      machine.callers.capacity, machine.targets.capacity,
    ]
    #expect(capacities.allSatisfy { $0 <= 256 })
  }
}
