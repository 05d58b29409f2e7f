internal import CStageFloor

/// Measures the steps that one host runs one after another without the lock.
///
/// The end of a step is the start of the next, so each costs one reading of the counter. After many
/// short steps in a row, several are measured together, and each is given an equal share. If they
/// turn out to be longer, the share would be wrong: they are left without a measurement, and each
/// of the following steps is measured by itself.
struct StepWatch: ~Copyable {
  private static var patience: Int { 64 }
  private static var largest: Int { 3 }

  private let measured: UnsafeMutablePointer<Int64>
  private let short: Int64
  private let together: UnsafeMutablePointer<UInt32>
  private var count = 0
  private var size = 0
  private var shortInARow = 0
  private var last: Int64

  /// `together` is memory for the steps that are measured together; `short` is in ticks.
  @inline(__always)
  init(
    _ measured: UnsafeMutablePointer<Int64>, together: UnsafeMutablePointer<UInt32>, short: Int64,
    now: Int64 = stage_ticks()
  ) {
    self.measured = measured
    self.together = together
    self.short = short
    last = now
  }

  static var capacity: Int { 1 << largest }

  /// Returns false if the step, or those measured together with it, turned out not to be short.
  @inline(__always)
  @discardableResult
  mutating func ended(_ step: UInt32, now: @autoclosure () -> Int64 = stage_ticks()) -> Bool {
    if size == 0 {
      let now = now()
      let elapsed = now &- last
      last = now
      measured[Int(step)] = elapsed
      shortInARow = elapsed < short ? shortInARow &+ 1 : 0
      if shortInARow == Self.patience {
        size = 1
        shortInARow = 0
      }
      return elapsed < short
    }
    together[count] = step
    count &+= 1
    if count == 1 &<< size { endMany(now: now()) }
    return size > 0
  }

  mutating func endMany(now: Int64 = stage_ticks()) {
    guard count > 0 else { return }
    let elapsed = now &- last
    last = now
    if elapsed < short &* Int64(count) {
      let share = elapsed / Int64(count)
      for index in 0..<count { measured[Int(together[index])] = share }
      shortInARow &+= 1
      if shortInARow == 8, size < Self.largest {
        size &+= 1
        shortInARow = 0
      }
    } else {
      size = 0
      shortInARow = 0
    }
    count = 0
  }

  mutating func restart() {
    let now = stage_ticks()
    endMany(now: now)
    last = now
  }
}
