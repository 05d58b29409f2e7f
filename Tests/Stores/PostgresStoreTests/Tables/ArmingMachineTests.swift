#if PostgreSQL
import Testing

@testable import PostgresFloor

/// All interleavings of writers, a follower, and other followers of the same table.
struct ArmingMachineTests {
  /// Two writers and one listener at a server, in steps that the server makes one after the other.
  private struct World: Hashable {
    enum Writer: Hashable {
      case idle
      /// It has locked what followers ask for, and has not tested yet.
      case marked
      case tested(notifies: Bool)
      /// Its rows are visible, and its locks are not free yet.
      case visible
      case ended
    }

    var machine = ArmingMachine()
    var writers = [Writer.idle, .idle]
    /// What the follower's lock is, as the server has it.
    var isLocked = false
    /// Sent to the server, and not executed.
    var statements: [ArmingMachine.Statement] = []
    /// Executed, and not received.
    var answers: [Answer] = []
    var isNotified = false
    var isSignalled = true
    /// The writers that the read sees that is under way.
    var reading: Set<Int>?
    var seen: Set<Int> = []
    /// Others may have locked it, too.
    var isLockedByOthers = false

    enum Answer: Hashable {
      case arm(Bool, isSure: Bool)
      case ask(isSure: Bool)
    }

    mutating func perform(_ effects: ArmingMachine.Effects) {
      if effects.signals { isSignalled = true }
      if let statement = effects.statement { statements.append(statement) }
    }

    var visible: Set<Int> {
      Set(writers.indices.filter { writers[$0] == .visible || writers[$0] == .ended })
    }

    /// Whether no writer has locked what says that it may not notify.
    var isFree: Bool { writers.allSatisfy { $0 == .idle || $0 == .ended } }

    /// Whether only a writer can make a step, or the time.
    var isQuiet: Bool {
      statements.isEmpty && answers.isEmpty && !isNotified && !isSignalled && reading == nil
        && machine.deadline == nil
    }

    func next() -> [World] {
      var all: [World] = []
      func step(_ change: (inout World) -> Void) {
        var world = self
        change(&world)
        all.append(world)
      }
      for index in writers.indices {
        switch writers[index] {
        case .idle: step { $0.writers[index] = .marked }
        case .marked:
          step {
            $0.writers[index] = .tested(notifies: $0.isLocked || $0.isLockedByOthers)
          }
        case .tested(let notifies):
          step {
            $0.writers[index] = .visible
            if notifies { $0.isNotified = true }
          }
        case .visible: step { $0.writers[index] = .ended }
        case .ended: break
        }
      }
      if let statement = statements.first {
        step { world in
          world.statements.removeFirst()
          switch statement {
          case .arm:
            world.isLocked = true
            world.answers.append(.arm(true, isSure: isFree))
          case .ask: world.answers.append(.ask(isSure: isFree))
          case .disarm: world.isLocked = false
          }
        }
        // A writer tests the lock just then.
        if statement == .arm, writers.contains(.marked) {
          step { world in
            world.statements.removeFirst()
            world.answers.append(.arm(false, isSure: false))
          }
        }
      }
      if let answer = answers.first {
        step { world in
          world.answers.removeFirst()
          switch answer {
          case .arm(let isArmed, let isSure):
            world.perform(world.machine.armed(isArmed, isSure: isSure, at: 0))
          case .ask(let isSure): world.perform(world.machine.answered(isSure: isSure, at: 0))
          }
        }
      }
      if isNotified {
        step { world in
          world.isNotified = false
          world.perform(world.machine.notified())
        }
      }
      if isSignalled, reading == nil {
        step { world in
          world.isSignalled = false
          world.reading = world.visible
        }
      }
      if let reading {
        for isBusy in [false, true] where !isBusy || reading != seen {
          step { world in
            world.reading = nil
            world.seen = reading
            world.perform(world.machine.read(isBusy: isBusy, at: 0))
          }
        }
      }
      if machine.deadline != nil { step { $0.perform($0.machine.deadlinePassed(at: .max)) } }
      step { $0.isLockedByOthers.toggle() }
      return all
    }
  }

  @Test func noCommitGoesUnheard() {
    var known: Set<World> = [World()]
    var open = [World()]
    var quiet = 0
    while let world = open.popLast() {
      if world.isQuiet {
        quiet += 1
        #expect(world.seen == world.visible)
        #expect(world.isLocked)
        if world.seen != world.visible { return }
      }
      for next in world.next() where known.insert(next).inserted { open.append(next) }
    }
    #expect(quiet > 0)
    #expect(known.count > 1_000)
  }

  @Test func aBusyTableIsReadAfterPausesWithoutNotifications() {
    var machine = ArmingMachine()
    for round in 0..<100 {
      let now = Int64(round) * ArmingMachine.rest
      #expect(machine.read(isBusy: true, at: now) == ArmingMachine.Effects())
      #expect(machine.deadline == now + ArmingMachine.rest)
      #expect(machine.notified() == ArmingMachine.Effects())
      let effects = machine.deadlinePassed(at: now + ArmingMachine.rest)
      #expect(effects == ArmingMachine.Effects(signals: true))
    }
    #expect(machine.read(isBusy: false, at: 0).statement == .arm)
  }

  @Test func questionsBecomeRare() {
    var machine = ArmingMachine()
    _ = machine.read(isBusy: false, at: 0)
    _ = machine.armed(true, isSure: false, at: 0)
    var now: Int64 = 0
    var pauses: [Int64] = []
    for _ in 0..<10 {
      let next = machine.deadline ?? 0
      pauses.append((next - now) / 1_000_000)
      now = next
      #expect(machine.deadlinePassed(at: now).statement == .ask)
      #expect(machine.answered(isSure: false, at: now).signals)
    }
    #expect(pauses == [2, 4, 8, 16, 32, 64, 100, 100, 100, 100])
    _ = machine.deadlinePassed(at: .max)
    #expect(machine.answered(isSure: true, at: now).signals)
    #expect(machine.deadline == nil)
  }
}
#endif
