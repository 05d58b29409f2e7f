/// The actions to perform after unlocking, in the order in which they were collected.
///
/// The release of an operation that has left the machine, and the request for a driver, have fields
/// of their own and are performed last: most calls have no others, and copy no enumeration.
struct Effects: ~Copyable {
  private var actions: [EngineAction] = []
  private var released: Unmanaged<AnyOperationHandle>?
  private var alsoReleased: [Unmanaged<AnyOperationHandle>] = []
  private var unstarted: [Unmanaged<AnyOperationHandle>] = []
  private var manager: Unmanaged<OperationManager>?
  private var lane = LaneIndex.compute

  @inline(__always)
  init() {}

  mutating func append(_ action: EngineAction) {
    actions.append(action)
  }

  /// The engine has retained the handle.
  @inline(__always)
  mutating func release(_ handle: Unmanaged<AnyOperationHandle>) {
    if released == nil { released = handle } else { alsoReleased.append(handle) }
  }

  mutating func release(_ handle: Unmanaged<AnyOperationHandle>, dropsBody: Bool) {
    if dropsBody { unstarted.append(handle) } else { release(handle) }
  }

  @inline(__always)
  mutating func startDriver(of manager: Unmanaged<OperationManager>, _ lane: LaneIndex) {
    guard self.manager == nil else {
      return append(.requestDriver(manager.takeUnretainedValue(), lane))
    }
    // It may have no operation left when the lock is released.
    self.manager = manager.retain()
    self.lane = lane
  }

  /// Without the lock.
  @inline(__always)
  consuming func perform() {
    if !actions.isEmpty { for action in actions { action.perform() } }
    if let manager {
      manager.takeUnretainedValue().startDriver(lane)
      manager.release()
    }
    released?.release()
    if !unstarted.isEmpty {
      for handle in unstarted {
        handle.takeUnretainedValue().dropBody(keepsOutput: false)
        handle.release()
      }
    }
    if !alsoReleased.isEmpty { for handle in alsoReleased { handle.release() } }
  }
}
