/// Lets a toolkit's batch switch the rows once, and only while the batch is performed.
///
/// UIKit may retain the closure of a batch longer than the batch takes. The closure that switches
/// the rows must neither be called nor retained then; so the batch closure captures this object
/// instead, which is empty by then.
@MainActor
final class BatchSwitch {
  private var body: (() -> Void)?

  init(_ body: @escaping () -> Void) { self.body = body }

  /// Switches the rows on the first call.
  ///
  /// - Returns: Whether this call switched them.
  func switchRows() -> Bool {
    guard let body = body.take() else { return false }
    body()
    return true
  }

  /// Releases the closure after the batch.
  func end() { body = nil }
}
