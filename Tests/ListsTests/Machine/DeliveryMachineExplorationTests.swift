import TestSupport
import Testing

@testable import StagecraftLists

/// Every conversation up to some length; the invariants are checked after each event.
@Suite(.onSeparateThread, .timeLimit(.minutes(3)))
struct DeliveryMachineExplorationTests {
  private struct World {
    var machine: DeliveryMachine
    let cadence: DeliveryMachine.Cadence
    var now: Int64 = 1000
    /// Whether the shell listens: from before it reads until the next signal.
    var isListening = true
    /// Whether the list has changed since it was last read.
    var isBehind = false
    var jobs = 0
    var alarm: Int64?
    var isDelivering = false
    /// Whether the delivery was begun by a job, and may be postponed.
    var mayPostpone = false
    /// Whether a delivery was postponed until the list is updated.
    var isPostponed = false
    /// The number of updates in progress.
    var updates = 0
    var isPaused = false
    var isCancelled = false
    var beganTelling: Int64 = 0
    /// The start of the last delivery with changes.
    var lastTold: Int64?

    init(_ cadence: DeliveryMachine.Cadence) {
      machine = DeliveryMachine(cadence)
      self.cadence = cadence
    }

    mutating func perform(_ action: DeliveryMachine.Action) throws {
      switch action {
      case .nothing: break
      case .enqueue: jobs += 1
      case .setAlarm(let moment):
        try #require(moment > now)
        alarm = min(alarm ?? .max, moment)
      }
    }

    mutating func begin(byAsking: Bool) throws {
      try #require(!isDelivering && !isCancelled)
      if !byAsking {
        try #require(!isPaused && cadence != .manual)
        if case .interval(let interval) = cadence, let lastTold {
          try #require(now >= lastTold + interval)
        }
      }
      isDelivering = true
      mayPostpone = !byAsking
      isPostponed = false
      isListening = true
      beganTelling = now
    }

    mutating func say(_ sentence: Int) throws -> Bool {
      switch sentence {
      case 0:  // An edit.
        isBehind = true
        guard isListening else { return false }
        isListening = false
        try perform(machine.signalled(at: now))
      case 1:  // The main actor takes the next job.
        guard jobs > 0 else { return false }
        jobs -= 1
        if machine.jobBegan(at: now) { try begin(byAsking: false) }
      case 2:  // The observer has been notified.
        guard isDelivering else { return false }
        isDelivering = false
        if isBehind { lastTold = beganTelling }
        let didNotify = isBehind
        if isListening { isBehind = false }
        try perform(machine.ended(at: now, didNotify: didNotify))
      case 3: if machine.flush(at: now) { try begin(byAsking: true) }
      case 4:
        machine.pause()
        isPaused = true
      case 5:
        isPaused = false
        try perform(machine.resume(at: now))
      case 6:  // Time passes, and alarms fire.
        now += 60
        guard let moment = alarm, moment <= now else { return true }
        alarm = nil
        try perform(machine.alarmFired(at: now))
      case 7:  // The list must be updated first.
        guard isDelivering, mayPostpone else { return false }
        mayPostpone = false
        guard machine.postpone() else { return true }
        isDelivering = false
        isPostponed = true
        updates += 1
      case 8:  // The list has been updated.
        guard updates > 0 else { return false }
        updates -= 1
        try perform(machine.updated(at: now))
      default:
        guard machine.cancel() else { return false }
        isCancelled = true
      }
      try check()
      return true
    }

    func check() throws {
      try #require(jobs <= 1)
      guard !isCancelled, !isPaused, !isDelivering, cadence != .manual else { return }
      try #require(!isPostponed || updates > 0 || jobs == 1 || alarm != nil)
      guard isBehind else { return }
      // A delivery is under way.
      try #require(isListening && jobs == 0 || jobs == 1 || alarm != nil || updates > 0)
    }
  }

  @Test(arguments: [DeliveryMachine.Cadence.nextTurn, .interval(100), .manual])
  func invariantsHoldInEveryConversation(cadence: DeliveryMachine.Cadence) throws {
    var conversations = 0
    func explore(_ world: World, _ events: [Int], _ depth: Int) {
      conversations += 1
      guard depth > 0 else { return }
      for sentence in 0..<10 {
        var next = world
        do {
          guard try next.say(sentence) else { continue }
        } catch {
          Issue.record(error, "after \(events + [sentence])")
          return
        }
        explore(next, events + [sentence], depth - 1)
      }
    }
    explore(World(cadence), [], 7)
    #expect(conversations > 10_000)
  }
}
