internal import StageFloor
internal import StagecraftMemory

extension PurgeableCache {
  /// Evicts the coldest values until at least `bytes` bytes are gone, or the cache is empty.
  ///
  /// The lock is released every few values, so that readers are not blocked for long.
  ///
  /// - Parameter bytes: The number of bytes to evict; the last value may exceed it.
  /// - Returns: The number of bytes evicted.
  @discardableResult
  public func shrink(by bytes: Int) -> Int {
    guard bytes > 0 else { return 0 }
    let held = statistics
    return shrink(by: bytes, atMost: held.count, to: max(held.bytes - bytes, 0))
  }

  /// Evicts the coldest values until at most `bytes` bytes are cached.
  ///
  /// If `bytes` is zero, nothing is kept.
  ///
  /// - Parameter bytes: The maximum number of bytes to keep.
  /// - Returns: The number of bytes evicted.
  @discardableResult
  public func shrink(to bytes: Int) -> Int {
    let held = statistics
    if bytes <= 0 { return shrink(by: .max, atMost: held.count, to: 0) }
    guard held.bytes > bytes else { return 0 }
    return shrink(by: held.bytes - bytes, atMost: held.count, to: bytes)
  }

  /// While the monitor's level lasts, evicted bytes are not replaced by new values.
  func release(_ request: ReleaseRequest) -> Int {
    let held = bytes
    switch request.level {
    case .normal:
      return 0
    case .critical:
      hold(request.level, to: 0, of: held)
      return shrink(to: 0)
    case .elevated, .high:
      // A share that is not a number counts as 0 and evicts nothing.
      let share = request.share > 0 ? min(request.share, 1) : 0
      let wanted = request.target ?? Int((Double(held) * share).rounded(.up))
      let leaving = min(wanted, held - held / 4)
      guard leaving > 0 else { return 0 }
      hold(request.level, to: held - leaving, of: held)
      return shrink(by: leaving)
    }
  }

  /// Before anything is evicted, so that no new values take its place meanwhile; a pass that was
  /// requested by hand does not limit the cache.
  func hold(_ level: PressureLevel, to left: Int, of held: Int) {
    guard let sharedLevel, sharedLevel.now > .normal else { return }
    let now = sharedLevel.moment
    lock.lock()
    state.pointee.allowance.recordPass(at: level, left: left, of: held, now: now)
    state.pointee.hold(at: sharedLevel.now, now: now)
    lock.unlock()
  }

  private static var batch: Int { 64 }

  private func shrink(by bytes: Int, atMost count: Int, to goal: Int) -> Int {
    var gone = (bytes: 0, count: 0)
    // This ends even if other threads insert meanwhile: it evicts no more values than there were.
    while gone.bytes < bytes, gone.count < count {
      var outgoing = State.Outgoing()
      lock.lock()
      let some = state.pointee.shrink(
        by: bytes - gone.bytes, atMost: min(Self.batch, count - gone.count), to: goal, &outgoing)
      lock.unlock()
      withExtendedLifetime(outgoing) {}
      if some.count == 0 { break }
      gone.bytes += some.bytes
      gone.count += some.count
    }
    if goal == 0 { freeTables() }
    return gone.bytes
  }

  func freeTables() {
    lock.lock()
    let tables = state.pointee.removeTables()
    lock.unlock()
    withExtendedLifetime(tables) {}
  }
}
