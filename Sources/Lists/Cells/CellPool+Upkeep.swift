public import StagecraftMemory
public import StagecraftPools

extension CellPool {
  /// Makes cells of a kind ahead of need, until `count` exist, at rest and shown together.
  ///
  /// Stops early when as many are at rest as the kind may keep.
  ///
  /// - Precondition: the kind is known to ``reuse``.
  public func prewarm<Cell: AnyObject>(_ kind: ReuseIdentifier<Cell>, count: Int) {
    reuse.prewarm(kind, count: count)
  }

  /// Ends cells at rest, of every kind, those that have rested longest first.
  ///
  /// What shows a row is not touched.
  ///
  /// - Returns: how many ended.
  @discardableResult
  public func trim(_ how: Trim) -> Int { reuse.trim(how) }

  /// Gives up cells at rest when memory runs short, on the actor to which the pool belongs.
  ///
  /// Each kind gives up its share, those that have rested longest first: at elevated and high
  /// pressure such a share as the missing bytes call for, or, where bytes are not counted, the one
  /// that the monitor asks for; at critical pressure all. What shows a row stays; returned while the
  /// pressure stands, it rests as usual, and the next pass counts it.
  ///
  /// It is to be called on the pool's actor, which is filled in as `isolation`. The monitor does not
  /// keep the pool: the registration ends with ``reuse``. Call it once for each monitor, and once for
  /// all windows that share their cells.
  ///
  /// - Parameters:
  ///   - monitor: tells when memory is short.
  ///   - name: what the pool is called in reports.
  ///   - cost: what it costs to make a cell again.
  ///   - priority: its turn among those that cost the same.
  ///   - level: the level from which it gives up anything.
  ///   - bytesPerCell: what a cell holds, about. Without it the pool gives up as much, but reports
  ///     0 bytes, so that the monitor goes on to whatever is dearer as if nothing had been given
  ///     back.
  ///   - isolation: the actor to which the pool belongs; leave it to be filled in.
  public func shrinks(
    under monitor: PressureMonitor, as name: String = "cell pool", cost: RebuildCost = .computed,
    priority: ReleasePriority = .normal, from level: PressureLevel = .elevated,
    bytesPerCell: Int? = nil, isolation: isolated any Actor = #isolation
  ) {
    reuse.shrinks(
      under: monitor, as: name, cost: cost, priority: priority, from: level,
      bytesPerElement: bytesPerCell)
  }
}
