internal import Foundation

/// What must be cleaned up if this process is interrupted.
///
/// Children end by themselves: their input does.
final class Leftovers: Sendable {
  static let shared = Leftovers()

  private struct State: Sendable {
    var last = 0
    var cleanings: [Int: @Sendable () -> Void] = [:]
  }

  /// A cleaning that is due until it is ended.
  struct Registration: Sendable {
    fileprivate let number: Int

    func end() {
      Leftovers.shared.state.withLock { _ = $0.cleanings.removeValue(forKey: number) }
    }
  }

  private let state = Locked(State())

  func add(_ cleaning: @escaping @Sendable () -> Void) -> Registration {
    state.withLock { state in
      state.last += 1
      state.cleanings[state.last] = cleaning
      return Registration(number: state.last)
    }
  }

  private func cleanAll() {
    for cleaning in state.withLock({ Array($0.cleanings.values) }) { cleaning() }
  }

  /// Cleans up when the process is interrupted, and then ends it.
  ///
  /// - Returns: what is to be kept for as long as that is wanted; ``Interruption/end()`` ends it.
  func cleanWhenInterrupted() -> Interruption { Interruption { self.cleanAll() } }
}

/// Hears of the signals that end a process by the wish of a person.
final class Interruption: @unchecked Sendable {  // guard: what it keeps never changes
  private let sources: [any DispatchSourceSignal]

  init(_ body: @escaping @Sendable () -> Void) {
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(
        signal: number, queue: .global(qos: .userInitiated))
      source.setEventHandler {
        body()
        // As a shell tells of it. The signal itself may be blocked by those who listen for it.
        _exit(128 + number)
      }
      source.activate()
      return source
    }
  }

  /// Signals do again what they usually do.
  func end() {
    for source in sources { source.cancel() }
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
  }
}
