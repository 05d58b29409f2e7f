import MemoryPressure
import StageFloor

/// A book's cover, of a size of its own.
struct Cover: Sendable, Hashable {
  var book: Int
  var bytes: Int
}

func makeCovers(
  limit: Int, maximumCount: Int = .max
) -> PurgeableCache<Int, Cover> {
  PurgeableCache("covers", limit: limit, maximumCount: maximumCount, under: nil) { $0.bytes }
}

struct CoverError: Error, Equatable {
  var book = 0
}

/// A value behind a lock.
final class Guarded<Value: Sendable>: Sendable {
  private let lock = LockWord()
  nonisolated(unsafe) private var current: Value  // guard: `lock`

  init(_ value: Value) { current = value }

  deinit { lock.deallocate() }

  var value: Value { lock.withLock { current } }

  @discardableResult
  func update<Result: Sendable>(_ change: (inout Value) -> Result) -> Result {
    lock.withLock { change(&current) }
  }
}
