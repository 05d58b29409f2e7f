import StageFloor
import TestSupport

/// Blocks the main thread until it is opened.
final class MainGate: Sendable {
  private let isShut = Gate()
  private let parker = Parker()

  deinit { parker.deallocate() }

  /// For the main thread: blocks until ``open()``.
  func pass() {
    isShut.open()
    _ = parker.wait(until: nil)
  }

  /// Returns as soon as the main thread is blocked.
  func isBusy() async { await isShut.wait() }

  func open() { parker.post(1) }
}
