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

/// Wakes a thread out of `poll`.
///
/// It closes what it opened with its last reference: who rings holds one.
final class WakeBell: Sendable {
  /// Readable once somebody has rung.
  let descriptor: Int32
  private let ringer: Int32

  /// A bell, or nil if the system has no more descriptors.
  init?() {
    var ends: (Int32, Int32) = (-1, -1)
    guard stage_open_bell(&ends.0, &ends.1) else { return nil }
    (descriptor, ringer) = ends
  }

  deinit {
    _ = close(descriptor)
    if ringer != descriptor { _ = close(ringer) }
  }

  /// Wakes the thread, now or when it next wants to sleep.
  func ring() {
    // If there is no room for it, it has been rung often enough.
    var one: UInt64 = 1
    while write(ringer, &one, 8) < 0, errno == EINTR {}
  }

  /// Forgets that it was rung.
  func quiet() {
    var buffer: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    repeat {
      let count = read(descriptor, &buffer, 32)
      // A counter is empty after one read; a pipe may hold more than fits.
      if count == 32 || (count < 0 && errno == EINTR) { continue }
      return
    } while true
  }
}
