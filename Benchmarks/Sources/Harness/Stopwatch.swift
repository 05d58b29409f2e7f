/// Reads the clock when it is created and when it is asked.
///
/// Use it outside measured loops.
package struct Stopwatch: Sendable {
  private let start = ContinuousClock.now

  package init() {}

  package var nanoseconds: Int64 {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
