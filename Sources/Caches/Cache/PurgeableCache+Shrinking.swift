internal import StagecraftMemory
internal import StageFloor

extension PurgeableCache {
  /// Gives up the coldest values until so many bytes are gone, or nothing is left.
  ///
  /// The lock is left every few values, so that readers get their turns.
  ///
  /// - Parameter bytes: how many bytes to give up; the last value may make it more.
  /// - Returns: how many bytes were given up.
  @discardableResult
  public func shrink(by bytes: Int) -> Int {
    guard bytes > 0 else { return 0 }
    let held = statistics
    return shrink(by: bytes, atMost: held.count, to: max(held.bytes - bytes, 0))
  }

  /// Gives up the coldest values until no more than so many bytes are kept.
  ///
  /// Nothing at all is kept if that is zero.
  ///
  /// - Parameter bytes: how many bytes to keep at most.
  /// - Returns: how many bytes were given up.
  @discardableResult
  public func shrink(to bytes: Int) -> Int {
    let held = statistics
    if bytes <= 0 { return shrink(by: .max, atMost: held.count, to: 0) }
    guard held.bytes > bytes else { return 0 }
    return shrink(by: held.bytes - bytes, atMost: held.count, to: bytes)
  }

  /// Answers to a monitor.
  ///
  /// While the monitor's level stands, nothing comes back in the place of what goes.
  ///
  /// - Parameter request: what it asks for.
  /// - Returns: how many bytes were given up.
  func release(_ request: ReleaseRequest) -> Int {
    let held = bytes
    switch request.level {
    case .normal:
      return 0
    case .critical:
      hold(request.level, to: 0, of: held)
      return shrink(to: 0)
    case .elevated, .high:
      // A share that is no number compares as neither, and gives up nothing.
      let share = request.share > 0 ? min(request.share, 1) : 0
      let wanted = request.target ?? Int((Double(held) * share).rounded(.up))
      let leaving = min(wanted, held - held / 4)
      guard leaving > 0 else { return 0 }
      hold(request.level, to: held - leaving, of: held)
      return shrink(by: leaving)
    }
  }

  /// Before anything goes, so that nothing comes in its place meanwhile.
  ///
  /// A pass that was asked for by hand leaves the cache free to fill up again.
  func hold(_ level: PressureLevel, to left: Int, of held: Int) {
    guard let standing, standing.now > .normal else { return }
    let now = standing.moment
    lock.lock()
    desk.pointee.allowance.gaveBack(at: level, left: left, of: held, now: now)
    desk.pointee.hold(at: standing.now, now: now)
    lock.unlock()
  }

  private static var batch: Int { 64 }

  private func shrink(by bytes: Int, atMost count: Int, to goal: Int) -> Int {
    var gone = (bytes: 0, count: 0)
    // Ends, whoever inserts meanwhile: no more go than there were.
    while gone.bytes < bytes, gone.count < count {
      var outgoing = Desk.Outgoing()
      lock.lock()
      let some = desk.pointee.shrink(
        by: bytes - gone.bytes, atMost: min(Self.batch, count - gone.count), to: goal, &outgoing)
      lock.unlock()
      withExtendedLifetime(outgoing) {}
      if some.count == 0 { break }
      gone.bytes += some.bytes
      gone.count += some.count
    }
    if goal == 0 { giveBackTables() }
    return gone.bytes
  }

  /// Gives up the room for entries if there are none.
  func giveBackTables() {
    lock.lock()
    let tables = desk.pointee.takeTables()
    lock.unlock()
    tables?.entries.deallocate()
  }
}
