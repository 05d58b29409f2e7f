internal import CHarness

/// A group of processes with a limit, and a child in it that passes three quarters of the limit the
/// given number of times.
final class ChargedGroup {
  /// This many bytes are enough: the kernel checks at least once in half a megabyte, and a level
  /// ends two hundredths of the limit below the share at which it begins.
  static let burst = 3 << 20

  let group: LimitedGroup
  private let holder: bench_holder
  private let edge = Int64(LimitedGroup.limit / 4 * 3)

  init() throws {
    group = try LimitedGroup()
    var holder = bench_holder()
    guard bench_start_holder(&holder, Int64(LimitedGroup.limit)) else {
      throw NoGroup(reason: "no child could be started")
    }
    self.holder = holder
    try group.write("cgroup.procs", "\(holder.process)")
    _ = try order(holds: true, 0, low)
  }

  deinit { bench_end_holder([holder]) }

  /// Passes the threshold.
  ///
  /// - Returns: The time at which the child began with the pages that passed it.
  func pass() throws -> Int64 { try order(holds: true, low, high) }

  /// Returns below the threshold.
  func giveBack() throws {
    _ = try order(holds: false, low - Int64(Self.burst), high)
    _ = try order(holds: true, low - Int64(Self.burst), low)
  }

  private var low: Int64 { edge - Int64(Self.burst) / 3 * 2 }
  private var high: Int64 { edge + Int64(Self.burst) / 3 }

  private func order(holds: Bool, _ begin: Int64, _ end: Int64) throws -> Int64 {
    let moment = bench_order_holder([holder], holds, begin, end)
    if moment < 0 { throw SilentSource() }
    return moment
  }
}
