import StageFloor
import TestSupport

/// Holds the main thread up until it is opened.
final class MainGate: Sendable {
  private let isShut = Gate()
  private let parker = Parker()

  deinit { parker.deallocate() }

  /// For the main thread: stands still until ``open()``.
  func pass() {
    isShut.open()
    _ = parker.wait(until: nil)
  }

  /// Returns as soon as the main thread stands still.
  func isBusy() async { await isShut.wait() }

  func open() { parker.post(1) }
}
