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
