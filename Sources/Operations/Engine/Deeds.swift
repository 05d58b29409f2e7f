internal import StageFloor

/// What is to be done, with the objects it is to be done to.
///
/// It is put together under the lock and carried out without it, in its order.
struct Deeds {
  enum Deed {
    /// Its outcome is known: wake those who wait for it.
    case announce(AnyOperationHandle, [OperationWaiter])
    /// Nothing of it runs any more: let go of what it does not need.
    case dropBody(AnyOperationHandle, keepsOutput: Bool)
    /// It has left the machine, which lets go of it.
    case release(Unmanaged<AnyOperationHandle>)
    /// Its type is to schedule it.
    case handOut(@Sendable () -> Void)
    case interrupt(Driver)
    case callDriver(OperationManager, LaneIndex)
    case resume(UnsafeContinuation<Bool, Never>)
    case escalate(Driver, UInt8)
    case tell([UnsafeContinuation<Bool, Never>])
    case deliver(Delivery)
    case setAlarm(OperationManager, Int64)
    case letGo([AnyOperationHandle?])
    case letGoManager(OperationManager)
    case letGoKey(AnyHashable)
    /// Pages of tables that are not used any more.
    case free([PageGarbage])
    /// The words for how an operation ended are to be found.
    case describe(RecordedEnding)
    /// There are events that its observers have not heard of.
    case report(OperationManager)
  }

  /// Most often there are no more than three, which need no memory of their own.
  private var first: Deed?
  private var second: Deed?
  private var third: Deed?
  private var rest: [Deed]?

  mutating func append(_ deed: Deed) {
    if first == nil {
      first = deed
    } else if second == nil {
      second = deed
    } else if third == nil {
      third = deed
    } else {
      if rest == nil { rest = [] }
      rest?.append(deed)
    }
  }

  func carryOut() {
    guard let first else { return }
    Self.carryOut(first)
    if let second { Self.carryOut(second) }
    if let third { Self.carryOut(third) }
    for deed in rest ?? [] { Self.carryOut(deed) }
  }

  private static func carryOut(_ deed: Deed) {
    switch deed {
    case .announce(let handle, let waiters):
      for waiter in waiters {
        if case .task(let continuation) = waiter.wake { continuation.resume(returning: true) }
      }
      _ = handle
    case .dropBody(let handle, let keepsOutput):
      handle.dropBody(keepsOutput: keepsOutput)
    case .release(let handle):
      handle.release()
    case .handOut(let schedule):
      schedule()
    case .interrupt(let driver):
      driver.cancel()
    case .callDriver(let manager, let lane):
      manager.startDriver(lane)
    case .resume(let continuation):
      continuation.resume(returning: true)
    case .escalate(let driver, let priority):
      driver.escalate(to: priority)
    case .tell(let continuations):
      for continuation in continuations { continuation.resume(returning: true) }
    case .deliver(let delivery):
      delivery.resume()
    case .setAlarm(let manager, let moment):
      manager.alarm.set(for: moment)
    case .letGo(var handles):
      dropIteratively(&handles)
    case .letGoManager, .letGoKey:
      break
    case .free(let pages):
      for page in pages { page.free() }
    case .describe(let ending):
      ending.describe()
    case .report(let manager):
      manager.tellObservers()
    }
  }
}
