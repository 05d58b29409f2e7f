public import StagecraftMemory
public import StagecraftPools

extension CellPool {
  /// Releases idle cells of all kinds, the longest idle first.
  ///
  /// Cells that show a row are not affected.
  ///
  /// - Parameter how: How much to release.
  /// - Returns: The number of released cells.
  @discardableResult
  public func trim(_ how: PoolTrim) -> Int { reuse.trim(how) }

  /// Registers the pool to release idle cells under memory pressure, on the pool's actor.
  ///
  /// Each kind releases its share, the longest idle cells first. At elevated and high pressure, the
  /// share depends on the number of missing bytes, or, where bytes are not counted, on the
  /// monitor's request; at critical pressure, it is everything. Cells that show a row are retained.
  /// If they are returned under pressure, they become idle as usual, and the next pass counts them.
  ///
  /// Call this on the pool's actor, which is the default of `isolation`. The monitor does not
  /// retain the pool: the registration ends with ``reuse``. Call it once for each monitor, and once
  /// for all windows that share their cells.
  ///
  /// - Parameters:
  ///   - monitor: The monitor that reports memory pressure.
  ///   - name: The pool's name in reports.
  ///   - cost: The cost of creating a cell again.
  ///   - priority: The order among registrations with the same cost.
  ///   - level: The lowest level at which cells are released.
  ///   - bytesPerCell: The approximate size of a cell. Without it the pool releases as much, but
  ///     reports 0 bytes, so that the monitor continues with more expensive registrations as if
  ///     nothing had been released.
  ///   - isolation: The actor of the pool; use the default.
  public func registerForPressure(
    with monitor: PressureMonitor, as name: String = "cell pool", cost: RebuildCost = .computed,
    priority: ReleasePriority = .normal, from level: PressureLevel = .elevated,
    bytesPerCell: Int? = nil, isolation: isolated any Actor = #isolation
  ) {
    reuse.registerForPressure(
      with: monitor, as: name, cost: cost, priority: priority, from: level,
      bytesPerElement: bytesPerCell)
  }
}
