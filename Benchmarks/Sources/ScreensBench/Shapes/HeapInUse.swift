internal import CHarness

/// How much of the heap is in use.
enum HeapInUse {
  /// What `body` has added to it, in bytes; nil where the allocator does not tell.
  static func added<Kept>(by body: () -> Kept) -> Int? {
    let before = bench_heap_in_use()
    let kept = body()
    let after = bench_heap_in_use()
    return withExtendedLifetime(kept) { before < 0 ? nil : Int(after - before) }
  }
}
