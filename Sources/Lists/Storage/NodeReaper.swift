internal import StageFloor

/// Frees large amounts of memory in the background for the main actor, in portions.
@usableFromInline
final class NodeReaper: Sendable {
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

  private let state = Guarded((stack: [Work](), isRunning: false))

  private init() {}

  @usableFromInline static var isNeeded: Bool { MainActor.isCurrent }

  @usableFromInline
  func free(_ top: UnsafeMutableRawPointer, with freeing: @escaping Freeing) {
    let starts = state.withLock { state in
      state.stack.append(Work(top: top, freeing: freeing))
      defer { state.isRunning = true }
      return !state.isRunning
    }
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
    state.withLock { state in
      if state.stack.isEmpty { state.isRunning = false }
      return state.stack.popLast()
    }
  }
}
