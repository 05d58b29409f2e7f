/// Lets a toolkit's batch switch the rows once, and only while the batch is being made.
///
/// UIKit may keep the closure of a batch for longer than the batch takes. What switches the rows must
/// not be called then, and must not be kept; so the closure holds this instead, which is empty by
/// then.
@MainActor
final class BatchSwitch {
  private var body: (() -> Void)?

  init(_ body: @escaping () -> Void) { self.body = body }

  /// Switches the rows.
  ///
  /// - Returns: whether this was the one call that did.
  func switchRows() -> Bool {
    guard let body = body.take() else { return false }
    body()
    return true
  }

  /// The batch is made.
  func end() { body = nil }
}
