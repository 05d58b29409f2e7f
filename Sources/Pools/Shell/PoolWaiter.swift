internal import StageFloor

typealias Machine = PoolMachine<PoolWaiter, any Error>

enum PoolWaiter: Sendable {
  case task(UnsafeContinuation<Machine.Outcome, Never>)
  case thread(ParkedThread)

  /// Call it without holding a lock.
  func resume(with outcome: Machine.Outcome) {
    switch self {
    case .task(let continuation): continuation.resume(returning: outcome)
    case .thread(let thread): thread.settle(outcome)
    }
  }

  func call() {
    switch self {
    case .task: preconditionFailure("Tasks receive their element; only threads are called.")
    case .thread(let thread): thread.call()
    }
  }
}

final class ParkedThread: Sendable {
  enum WakeUp {
    case settled(Machine.Outcome)
    case lookAgain
    case timeIsUp
  }

  private static let settledSignal: UInt32 = 1
  private static let callSignal: UInt32 = 2

  private let parker = Parker()
  /// Written before the post by the code that removed the waiter from the machine, read after the
  /// post by the thread that sleeps here.
  nonisolated(unsafe) private var outcome: Machine.Outcome?  // guard: the post of `parker`

  deinit { parker.deallocate() }

  func settle(_ outcome: Machine.Outcome) {
    self.outcome = outcome
    parker.post(Self.settledSignal)
  }

  func call() {
    parker.post(Self.callSignal)
  }

  func reset() {
    parker.reset()
  }

  /// While no other thread has a reference to this object.
  func nap(until end: Int64) {
    _ = parker.wait(until: end)
  }

  func wait(until deadline: Int64?, spinning spins: Int) -> WakeUp {
    switch parker.wait(until: deadline, spinning: spins) {
    case nil: return .timeIsUp
    case Self.callSignal: return .lookAgain
    default:
      guard let outcome else {
        preconditionFailure("A waiter is settled with an outcome.")
      }
      return .settled(outcome)
    }
  }
}
