internal import Foundation

/// A place where threads wait for each other.
///
/// It makes a race happen every time that otherwise happens once in a thousand times.
final class Rendezvous: @unchecked Sendable {  // guard: `missing` is used under `condition`
  private let condition = NSCondition()
  private var missing: Int

  /// - Parameter count: how many are to meet.
  init(of count: Int) { missing = count }

  /// Waits until everybody is here.
  @available(*, noasync)
  func arrive() {
    condition.lock()
    defer { condition.unlock() }
    missing -= 1
    if missing == 0 { condition.broadcast() }
    while missing > 0 { condition.wait() }
  }
}
