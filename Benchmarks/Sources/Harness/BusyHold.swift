/// Work of a known length that never reads a clock: what a borrower does with an element.
///
/// A chain of multiplications that each need the previous result, so that neither the compiler nor
/// the processor can shorten it.
package struct BusyHold: Sendable {
  /// One microsecond on this machine, as it is now.
  package static let microsecond = BusyHold(nanoseconds: 1_000)

  private let turns: Int

  /// Finds out how many turns fill `nanoseconds`, by the fastest of many tries: a slower one was
  /// interrupted.
  package init(nanoseconds: Int) {
    let turnsPerTry = 20_000
    let fastest = (0..<200).map { _ in
      let stopwatch = Stopwatch()
      // The seed is read from the clock, so that the work can be done neither before the clock is
      // read, nor once for all tries.
      Sink.keep(Self.spin(turnsPerTry, from: UInt64(stopwatch.nanoseconds)))
      return stopwatch.nanoseconds
    }.min()!
    turns = max(turnsPerTry * nanoseconds / Int(max(fastest, 1)), 1)
  }

  /// Does the work.
  ///
  /// Use the result, if only to add it to something.
  @inline(never)
  package func spin(from seed: UInt64) -> UInt64 {
    Self.spin(turns, from: seed)
  }

  @inline(never)
  private static func spin(_ turns: Int, from seed: UInt64) -> UInt64 {
    var value = seed
    for _ in 0..<turns {
      value = value &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    }
    return value
  }
}
