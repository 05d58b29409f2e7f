import Observation
import TestSupport

/// Reads observable properties, as a view does, and counts their changes.
///
/// It reads again after each change.
@MainActor
final class Reader {
  private(set) var changes = 0
  private let read: @MainActor () -> Void
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init(_ read: @escaping @MainActor () -> Void) {
    self.read = read
    (stream, continuation) = AsyncStream.makeStream()
    track()
  }

  private func track() {
    withObservationTracking {
      read()
    } onChange: { [weak self] in
      MainActor.assumeIsolated { self?.noteChange() }
    }
  }

  private func noteChange() {
    changes += 1
    continuation.yield()
  }

  /// Continues after the next change, and reads again.
  func change() async {
    for await _ in stream { break }
    track()
  }
}

/// Continues once the condition holds, which is checked after each change of what it reads.
@MainActor
func until(_ condition: @escaping @MainActor () -> Bool) async {
  var holds = condition()
  while !holds {
    await withCheckedContinuation { continuation in
      withObservationTracking {
        holds = condition()
      } onChange: {
        continuation.resume()
      }
    }
    holds = condition()
  }
}
