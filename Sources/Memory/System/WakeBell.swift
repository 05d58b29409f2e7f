internal import CStageFloor

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#elseif canImport(Android)
internal import Android
#endif

/// Wakes a thread that sleeps in `poll`.
///
/// The descriptors are closed with the last reference, and a waking thread holds one.
final class WakeBell: Sendable {
  /// Readable after a call of ``ring()``.
  let descriptor: Int32
  private let ringer: Int32

  /// Opens the descriptors; nil if the system has none left.
  init?() {
    var ends: (Int32, Int32) = (-1, -1)
    guard stage_open_wakeup(&ends.0, &ends.1) else { return nil }
    (descriptor, ringer) = ends
  }

  deinit {
    _ = close(descriptor)
    if ringer != descriptor { _ = close(ringer) }
  }

  /// Wakes the thread, now or at its next attempt to sleep.
  func ring() {
    // If the descriptor is full, a wake-up is already pending.
    var one: UInt64 = 1
    while write(ringer, &one, 8) < 0, errno == EINTR {}
  }

  /// Resets the descriptor.
  func quiet() {
    var buffer: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    repeat {
      let count = read(descriptor, &buffer, 32)
      // A counter is empty after one read; a pipe may hold more than the buffer.
      if count == 32 || (count < 0 && errno == EINTR) { continue }
      return
    } while true
  }
}
