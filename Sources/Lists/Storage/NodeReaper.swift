internal import StageFloor

/// Frees large amounts of memory in the background for the main actor, in portions.
@usableFromInline
final class NodeReaper: @unchecked Sendable {  // guard: `lock`
  /// Frees at most this number of nodes of a chain, and returns the rest.
  @usableFromInline typealias Freeing =
    @Sendable (
      _ top: UnsafeMutableRawPointer, _ budget: Int
    ) -> UnsafeMutableRawPointer?

  private struct Work: @unchecked Sendable {  // guard: handed from one thread to the next
    let top: UnsafeMutableRawPointer
    let freeing: Freeing
  }

  @usableFromInline static let shared = NodeReaper()

  /// The number of nodes that are freed before other tasks can run.
  private static let portion = 1024

  private let lock = LockWord()
  private var stack: [Work] = []
  private var isRunning = false

  private init() {}

  /// Whether the caller should leave the work to the reaper: true on the main actor.
  @usableFromInline static var isNeeded: Bool { MainActor.isCurrent }

  @usableFromInline
  func free(_ top: UnsafeMutableRawPointer, with freeing: @escaping Freeing) {
    lock.lock()
    stack.append(Work(top: top, freeing: freeing))
    let starts = !isRunning
    isRunning = true
    lock.unlock()
    if starts { Task.detached(priority: .utility) { await self.run() } }
  }

  private func run() async {
    while let work = next() {
      var top = work.top
      while let rest = work.freeing(top, Self.portion) {
        top = rest
        await Task.yield()
      }
    }
  }

  private func next() -> Work? {
    lock.lock()
    defer { lock.unlock() }
    if stack.isEmpty { isRunning = false }
    return stack.popLast()
  }
}
