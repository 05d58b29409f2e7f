internal import StageFloor

/// How short memory is, now and whenever that changes.
///
/// ```swift
/// for await event in pressure.events {
///   banner.isHidden = event.level < .high
/// }
/// ```
///
/// A reader finds the present state first, and then each time the latest: what changed and changed
/// back while it was busy, it does not hear of. The sequence ends when the monitor is dropped, or the
/// reader's task is cancelled.
public struct PressureEvents: AsyncSequence, Sendable {
  private let core: PressureCore

  init(_ core: PressureCore) { self.core = core }

  /// A reader of its own, beginning with the present state.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(core) }

  /// A reader, for one task.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let core: PressureCore
    private(set) var seen: UInt64 = 0

    init(_ core: PressureCore) { self.core = core }

    /// Waits until the state is another than the one this reader saw last.
    ///
    /// - Returns: the latest state; nil at the end.
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

  /// The present state, once it is another than that of `version`.
  func event(after version: UInt64) async -> (PressureEvent, UInt64)? {
    while true {
      let look = perform { state, _ -> Look in
        if state.isClosed { return .end }
        if state.version > version { return .found(state.present, state.version) }
        return .wait(state.listeners.ticket())
      }
      switch look {
      case .found(let event, let version): return (event, version)
      case .end: return nil
      case .wait(let ticket): await waitForNews(ticket)
      }
      if Task.isCancelled { return nil }
    }
  }

  private func waitForNews(_ ticket: UInt64) async {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let isSettled = perform { state, _ in
          state.listeners.wait(ticket, continuation) != nil
        }
        if isSettled { continuation.resume() }
      }
    } onCancel: {
      perform { state, deeds in
        if let listener = state.listeners.settle(ticket, with: ()) {
          deeds.listeners.append(listener)
        }
      }
    }
  }
}
