internal import StageFloor

/// The pools' machine, with tasks and threads as its waiters.
typealias Machine = PoolMachine<PoolWaiter, any Error>

/// Somebody who sleeps until an element is lent.
enum PoolWaiter: Sendable {
  case task(UnsafeContinuation<Machine.Outcome, Never>)
  case thread(ThreadSeat)

  /// Ends the wait; to be called without a lock held.
  func resume(with outcome: Machine.Outcome) {
    switch self {
    case .task(let continuation): continuation.resume(returning: outcome)
    case .thread(let seat): seat.settle(outcome)
    }
  }

  /// Asks a thread to look again.
  func call() {
    switch self {
    case .task: preconditionFailure("Tasks are handed their element; only threads are called.")
    case .thread(let seat): seat.call()
    }
  }
}

/// Where one thread sleeps in a pool's line.
final class ThreadSeat: Sendable {
  enum News {
    case settled(Machine.Outcome)
    case lookAgain
    case timeIsUp
  }

  private static let settledSignal: UInt32 = 1
  private static let callSignal: UInt32 = 2

  private let parker = Parker()
  /// guard: written before the post by the one who took this seat out of the machine, read after
  /// it by the thread that sleeps here.
  nonisolated(unsafe) private var outcome: Machine.Outcome?

  deinit { parker.deallocate() }

  func settle(_ outcome: Machine.Outcome) {
    self.outcome = outcome
    parker.post(Self.settledSignal)
  }

  func call() {
    parker.post(Self.callSignal)
  }

  /// Makes the seat ready for another wait, before it is parked again.
  func reset() {
    parker.reset()
  }

  /// Sleeps until `morning`, while nobody knows of this seat.
  func nap(until morning: Int64) {
    _ = parker.wait(until: morning)
  }

  /// Sleeps until there is news, or until `deadline` has passed.
  func wait(until deadline: Int64?, spinning spins: Int) -> News {
    switch parker.wait(until: deadline, spinning: spins) {
    case nil: return .timeIsUp
    case Self.callSignal: return .lookAgain
    default:
      guard let outcome else {
        preconditionFailure("A seat is settled with an outcome.")
      }
      return .settled(outcome)
    }
  }
}
