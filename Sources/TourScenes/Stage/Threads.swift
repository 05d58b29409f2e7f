internal import Foundation
internal import Synchronization

/// A value behind a lock; unlike `Mutex`, the thread sanitizer sees it on Linux.
final class Locked<Value: Sendable>: @unchecked Sendable {  // guard: `value` is used under `lock`
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.withLock { body(&value) }
  }
}

/// Counts what is inside, now and at most.
final class Gauge: Sendable {
  private let count = Atomic<Int>(0)
  private let highest = Atomic<Int>(0)

  var current: Int { count.load(ordering: .sequentiallyConsistent) }
  var peak: Int { highest.load(ordering: .sequentiallyConsistent) }

  func enter() {
    let inside = count.add(1, ordering: .sequentiallyConsistent).newValue
    highest.max(inside, ordering: .sequentiallyConsistent)
  }

  func leave() { count.subtract(1, ordering: .sequentiallyConsistent) }
}

/// Where threads wait until all of them have arrived.
final class Rendezvous: @unchecked Sendable {  // guard: `missing` is used under `condition`
  private let condition = NSCondition()
  private var missing: Int

  init(of count: Int) { missing = count }

  @available(*, noasync)
  func arrive() {
    condition.lock()
    defer { condition.unlock() }
    missing -= 1
    if missing == 0 { condition.broadcast() }
    while missing > 0 { condition.wait() }
  }
}

/// Where tasks wait until all of them have arrived.
final class Meeting: Sendable {
  private let state: Locked<(missing: Int, waiting: [CheckedContinuation<Void, Never>])>

  init(of count: Int) { state = Locked((missing: count, waiting: [])) }

  func arrive() async {
    await withCheckedContinuation { continuation in
      let present = state.withLock { state in
        state.missing -= 1
        state.waiting.append(continuation)
        return state.missing == 0 ? state.waiting : []
      }
      for one in present { one.resume() }
    }
  }
}

extension Task where Failure == Never {
  /// Runs a closure on its own thread.
  static func onThread(_ body: @escaping @Sendable () -> Success) -> Task<Success, Never> {
    Task<Success, Never> {
      await withCheckedContinuation { continuation in
        Thread { continuation.resume(returning: body()) }.start()
      }
    }
  }
}

/// A random number generator with a seed: SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
