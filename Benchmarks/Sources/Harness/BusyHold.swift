/// Work of a known length that never reads a clock: it stands for a borrower's use of an element.
///
/// A chain of multiplications that each need the previous result, so that neither the compiler nor
/// the processor can shorten it.
package struct BusyHold: Sendable {
  /// One microsecond at the present speed of this machine.
  package static let microsecond = BusyHold(nanoseconds: 1_000)

  private let turns: Int

  /// Measures how many turns fill `nanoseconds`, by the fastest of many tries, because slower ones
  /// were interrupted.
  package init(nanoseconds: Int) {
    let turnsPerTry = 20_000
    let fastest = (0..<200).map { _ in
      let stopwatch = Stopwatch()
      // The seed is read from the clock, so that the compiler can neither move the work before the
      // reading, nor do it once for all tries.
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
