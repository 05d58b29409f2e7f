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

/// Counts concurrent users, and their peak.
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

/// A point where tasks wait until all of them have arrived.
final class Barrier: Sendable {
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

/// A stream of values for one scene, which awaits them one after another.
final class Channel<Value: Sendable>: Sendable {
  private let values: AsyncStream<Value>
  private let continuation: AsyncStream<Value>.Continuation
  init() { (values, continuation) = AsyncStream.makeStream(of: Value.self) }
  func send(_ value: Value) { continuation.yield(value) }
  func close() { continuation.finish() }

  /// The next value; nil if the channel is closed or the task is cancelled.
  func next() async -> Value? {
    for await value in values { return value }
    return nil
  }
}

extension Task where Failure == Never {
  /// Runs a closure on a thread of its own.
  static func onThread(_ body: @escaping @Sendable () -> Success) -> Task<Success, Never> {
    Task<Success, Never> {
      await withCheckedContinuation { continuation in
        Thread { continuation.resume(returning: body()) }.start()
      }
    }
  }
}

extension Sequence {
  /// The values of tasks, in the order of the tasks.
  func values<Value: Sendable>() async -> [Value] where Element == Task<Value, Never> {
    var values: [Value] = []
    for task in self { values.append(await task.value) }
    return values
  }
}
