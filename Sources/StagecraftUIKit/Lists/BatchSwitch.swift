/// Lets a toolkit's batch switch the rows once, and only while the batch is performed.
///
/// UIKit may retain the closure of a batch longer than the batch takes. The closure that switches
/// the rows must neither be called nor retained then, so the batch captures this object, which is
/// empty by then.
@MainActor
final class BatchSwitch {
  private var body: (() -> Void)?

  init(_ body: @escaping () -> Void) { self.body = body }

  /// False after the first call.
  func switchRows() -> Bool {
    guard let body = body.take() else { return false }
    body()
    return true
  }

  func end() { body = nil }
}
