internal import CStageFloor

/// Wakes a thread that sleeps in `poll`.
///
/// The descriptors are closed with the last reference, and a waking thread holds one.
package final class WakeSignal: Sendable {
  /// Readable after a call of ``wake()``.
  package let descriptor: Int32
  private let writer: Int32

  /// Nil if the system has no descriptors left.
  package init?() {
    var ends: (Int32, Int32) = (-1, -1)
    guard stage_open_wake_signal(&ends.0, &ends.1) else { return nil }
    (descriptor, writer) = ends
  }

  deinit {
    _ = close(descriptor)
    if writer != descriptor { _ = close(writer) }
  }

  package func wake() {
    // If the descriptor is full, a wake-up is already pending.
    var one: UInt64 = 1
    while write(writer, &one, 8) < 0, errno == EINTR {}
  }

  package func reset() {
    var buffer: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    repeat {
      let count = read(descriptor, &buffer, 32)
      // A counter is empty after one read; a pipe may hold more than the buffer.
      if count == 32 || (count < 0 && errno == EINTR) { continue }
      return
    } while true
  }
}
