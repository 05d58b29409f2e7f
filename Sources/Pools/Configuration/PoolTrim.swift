internal import StageFloor

/// The idle elements to destroy.
public enum PoolTrim: Hashable, Sendable {
  /// All but the minimum.
  case all
  /// The given share of them, from 0 to 1, rounded up, the longest idle first.
  case fraction(Double)
  /// Those that have been idle for at least the given duration.
  ///
  /// A pool without an idle timeout, maximum lifetime or validation reads no clock when elements
  /// are returned; there, idle time counts from the first trim that finds the element idle.
  case idleLonger(than: Duration)
}

extension PoolMachine.Shedding {
  init(_ how: PoolTrim) {
    switch how {
    case .all: self = .all
    case .fraction(let share):
      require((0...1).contains(share), "A share must be between 0 and 1, not \(share).")
      self = .fraction(share)
    case .idleLonger(let age): self = .idle(atLeast: age.wholeNanoseconds)
    }
  }
}
