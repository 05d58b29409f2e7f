internal import CHarness

/// The number of bytes of the heap in use.
enum HeapInUse {
  /// The bytes that `body` added to the heap; nil where the allocator does not report them.
  static func added<Kept>(by body: () -> Kept) -> Int? {
    let before = bench_heap_in_use()
    let kept = body()
    let after = bench_heap_in_use()
    return withExtendedLifetime(kept) { before < 0 ? nil : Int(after - before) }
  }
}
