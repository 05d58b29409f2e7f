internal import CHarness

/// Counts the allocations of one thread.
///
/// `begin` and `end` may be in asynchronous code. If the code between them moves to another thread,
/// which is how a suspension appears at this level, `end` reports it.
package enum AllocationCounter {
  package enum Reading: Sendable, Equatable {
    case allocations(Int)
    /// Begun on one thread and ended on another.
    case movedToAnotherThread
  }

  /// False without glibc and under a sanitizer.
  ///
  /// Allocates once to check that it counts: a promise must not appear kept because nothing is
  /// counted.
  package static var isAvailable: Bool {
    guard bench_counts_allocations() else { return false }
    begin()
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
    Sink.keep(memory)
    memory.deallocate()
    return end() == .allocations(1)
  }

  package static func begin() {
    bench_begin_counting_allocations()
  }

  package static func end() -> Reading {
    let count = bench_end_counting_allocations()
    return count < 0 ? .movedToAnotherThread : .allocations(Int(count))
  }
}
