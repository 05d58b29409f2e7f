/// A destination for unused results, so that the work behind them has to be done.
package enum Sink {
  /// Call it once, after a loop, not in it.
  @inline(never)
  @_optimize(none)
  package static func keep<Value>(_ value: Value) {}
}
