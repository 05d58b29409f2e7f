/// The actions to perform after unlocking, in the order in which they were collected.
///
/// Like the `Effects` of a pool, with two kinds of action in fields of their own: the release of an
/// operation that has left the machine, and the request for a driver. They are the last to be
/// performed. Most calls have no other actions, and copy no enumeration.
struct Effects: ~Copyable {
  private var actions: [EngineAction] = []
  private var released: Unmanaged<AnyOperationHandle>?
  private var alsoReleased: [Unmanaged<AnyOperationHandle>] = []
  /// Handles of operations that were cancelled before they started.
  private var unstarted: [Unmanaged<AnyOperationHandle>] = []
  private var manager: Unmanaged<OperationManager>?
  private var lane = LaneIndex.compute

  @inline(__always)
  init() {}

  mutating func append(_ action: EngineAction) {
    actions.append(action)
  }

  /// Releases a handle that the engine has retained.
  @inline(__always)
  mutating func release(_ handle: Unmanaged<AnyOperationHandle>) {
    if released == nil { released = handle } else { alsoReleased.append(handle) }
  }

  /// Releases a handle that the engine has retained, and before that perhaps its body.
  mutating func release(_ handle: Unmanaged<AnyOperationHandle>, dropsBody: Bool) {
    if dropsBody { unstarted.append(handle) } else { release(handle) }
  }

  /// Starts a driver of a manager, which has operations.
  @inline(__always)
  mutating func startDriver(of manager: Unmanaged<OperationManager>, _ lane: LaneIndex) {
    guard self.manager == nil else {
      return append(.requestDriver(manager.takeUnretainedValue(), lane))
    }
    // It may have no operation left when the lock is released.
    self.manager = manager.retain()
    self.lane = lane
  }

  /// Performs the actions; without the lock.
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
