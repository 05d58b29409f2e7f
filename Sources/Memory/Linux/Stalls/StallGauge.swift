/// Follows the total of one trigger, and recognizes spurious kernel events.
///
/// The first event of a trigger may be spurious: the kernel starts its window with the total of
/// another counter, so that the first stall of any length fires it.
struct StallGauge: Sendable, Hashable {
  let trigger: StallTrigger
  private var total: Int

  /// For a trigger that is about to be set; nil if the file lacks the kind of stall that it uses.
  init?(_ trigger: StallTrigger, reading: StallReading) {
    guard let total = reading.total(all: trigger.all) else { return nil }
    self.trigger = trigger
    self.total = total
  }

  /// Returns the stall time within the window, in microseconds; nil if the event is spurious,
  /// because the total has not grown by the threshold since the last real one.
  mutating func event(_ reading: StallReading) -> Int? {
    guard let total = reading.total(all: trigger.all) else { return nil }
    guard total >= self.total else {
      // The counter was reset.
      self.total = total
      return nil
    }
    let growth = total - self.total
    guard growth >= trigger.threshold else { return nil }
    self.total = total
    return min(growth, StallTrigger.window)
  }

  /// Returns the stall time, scaled from `elapsed` microseconds to the window; nil below the
  /// threshold.
  mutating func look(_ reading: StallReading, elapsed: Int) -> Int? {
    guard let total = reading.total(all: trigger.all) else { return nil }
    let growth = total - min(total, self.total)
    self.total = total
    let window = Double(StallTrigger.window)
    // Not more than the window, even if this process slept for an hour.
    let share = Double(growth) * window / max(window, Double(elapsed))
    let stalled = Int(min(share, window))
    return stalled >= trigger.threshold ? stalled : nil
  }
}
