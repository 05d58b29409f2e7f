/// Reads the clock at its start and once more when asked.
///
/// Belongs outside of measured loops.
package struct Stopwatch: Sendable {
  private let start = ContinuousClock.now

  package init() {}

  package var nanoseconds: Int64 {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
