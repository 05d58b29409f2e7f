/// Follows one trigger's total, and decides which of the kernel's events are true.
///
/// The first event of a trigger may be false: the kernel begins its window with a total of another
/// count, so that the first stall of any length sets it off.
struct StallGauge: Sendable, Hashable {
  let trigger: StallTrigger
  private var total: Int

  /// A gauge for a trigger that is about to be armed, while the file says `reading`.
  ///
  /// Nil if the file does not tell what the trigger asks for.
  init?(_ trigger: StallTrigger, reading: StallReading) {
    guard let total = reading.total(all: trigger.all) else { return nil }
    self.trigger = trigger
    self.total = total
  }

  /// The kernel says that it was set off.
  ///
  /// - Parameter reading: what the file says now.
  /// - Returns: for how long tasks stood still, in microseconds and within the window; nil: the
  ///   event is false, as the total has not grown by the threshold since the last true one.
  mutating func event(_ reading: StallReading) -> Int? {
    guard let total = reading.total(all: trigger.all) else { return nil }
    guard total >= self.total else {
      // The count began anew.
      self.total = total
      return nil
    }
    let growth = total - self.total
    guard growth >= trigger.threshold else { return nil }
    self.total = total
    return min(growth, StallTrigger.window)
  }

  /// The file was read because it was time.
  ///
  /// - Parameters:
  ///   - reading: what it says now.
  ///   - elapsed: how long ago it was read before, in microseconds.
  /// - Returns: for how long tasks stood still, scaled to the window; nil: not long enough.
  mutating func look(_ reading: StallReading, elapsed: Int) -> Int? {
    guard let total = reading.total(all: trigger.all) else { return nil }
    let growth = total - min(total, self.total)
    self.total = total
    let window = Double(StallTrigger.window)
    // Not more than the window, also if this process slept for an hour.
    let share = Double(growth) * window / max(window, Double(elapsed))
    let stalled = Int(min(share, window))
    return stalled >= trigger.threshold ? stalled : nil
  }
}
