internal import StageFloor

/// A sequence of the current pressure level and its changes.
///
/// ```swift
/// for await event in pressure.events {
///   banner.isHidden = event.level < .high
/// }
/// ```
///
/// An iterator yields the current state first, then the latest state after each change; states that
/// change back while the consumer is busy are skipped. The sequence ends when the monitor is
/// deallocated or the consumer's task is cancelled.
public struct PressureEvents: AsyncSequence, Sendable {
  private let core: PressureCore

  init(_ core: PressureCore) { self.core = core }

  /// Returns an iterator that begins with the current state.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(core) }

  /// An iterator, for use by one task.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let core: PressureCore
    private(set) var seen: UInt64 = 0

    init(_ core: PressureCore) { self.core = core }

    /// Waits until the state differs from the one that this iterator returned last.
    ///
    /// - Returns: The latest state; nil at the end of the sequence.
    public mutating func next() async -> PressureEvent? {
      guard let (event, version) = await core.event(after: seen) else { return nil }
      seen = version
      return event
    }
  }
}

extension PressureCore {
  private enum Look {
    case found(PressureEvent, UInt64)
    case wait(UInt64)
    case end
  }

  /// Waits for a state newer than `version`, and returns it; nil at the end of the sequence.
  func event(after version: UInt64) async -> (PressureEvent, UInt64)? {
    while true {
      let look = withState { state, _ -> Look in
        if state.isClosed { return .end }
        if state.version > version { return .found(state.currentEvent, state.version) }
        return .wait(state.listeners.ticket())
      }
      switch look {
      case .found(let event, let version): return (event, version)
      case .end: return nil
      case .wait(let ticket): await waitForChange(ticket)
      }
      if Task.isCancelled { return nil }
    }
  }

  private func waitForChange(_ ticket: UInt64) async {
    await parked { (continuation: UnsafeContinuation<Void, Never>) in
      withState { state, _ in state.listeners.wait(ticket, continuation) }
    } onCancel: {
      withState { state, effects in
        if let listener = state.listeners.settle(ticket, with: ()) {
          effects.append(.resume([listener]))
        }
      }
    }
  }
}
