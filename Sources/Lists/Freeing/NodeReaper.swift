internal import StageFloor

/// Frees what is too much for the main actor, in the background, one piece after another.
///
/// What a chain consists of is for those to know who hand it over.
@usableFromInline
final class NodeReaper: @unchecked Sendable {  // guard: `lock`
  /// Frees up to that many nodes of a chain, and returns what is left of it.
  @usableFromInline typealias Freeing =
    @Sendable (
      _ top: UnsafeMutableRawPointer, _ budget: Int
    ) -> UnsafeMutableRawPointer?

  private struct Work: @unchecked Sendable {  // guard: handed from one thread to the next
    let top: UnsafeMutableRawPointer
    let freeing: Freeing
  }

  @usableFromInline static let shared = NodeReaper()

  /// How many nodes are freed before other tasks get their turn.
  private static let portion = 1024

  private let lock = LockWord()
  private var stack: [Work] = []
  private var isRunning = false

  private init() {}

  /// Whether the caller should leave the work to the reaper: on the main actor.
  @usableFromInline static var isNeeded: Bool { MainActor.isCurrent }

  /// Frees a chain soon, on another thread.
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
