#if canImport(UIKit) && !os(watchOS)
internal import UIKit

/// One alert, from the wish to show it to the answer.
@MainActor
final class AlertSession {
  private var course = AlertCourse()
  private weak var alert: UIAlertController?
  private var continuation: CheckedContinuation<Int, any Error>?

  /// Shows the alert, unless it was cancelled already.
  ///
  /// - Parameters:
  ///   - alert: what to show; UIKit keeps it, for as long as it is shown.
  ///   - top: above what.
  ///   - continuation: is resumed once, with the number of the action.
  func begin(
    _ alert: UIAlertController, over top: UIViewController,
    answering continuation: CheckedContinuation<Int, any Error>
  ) {
    guard course.present() == .present else {
      continuation.resume(throwing: CancellationError())
      return
    }
    self.alert = alert
    self.continuation = continuation
    top.present(alert, animated: true) { self.carryOut(self.course.didAppear()) }
    ScreenController.updateForeground()
  }

  func cancel() { carryOut(course.cancel()) }

  func didChoose(_ action: Int) { carryOut(course.didChoose(action)) }

  func didDisappear() { carryOut(course.didDisappear()) }

  private func carryOut(_ order: AlertCourse.Order) {
    switch order {
    case .nothing, .present: break
    case .dismiss:
      guard let alert, let presenter = alert.presentingViewController else { return }
      presenter.dismiss(animated: true) { self.didDisappear() }
    case .answer(let action): end(.success(action))
    case .endCancelled: end(.failure(CancellationError()))
    case .endVanished: end(.failure(AlertPresentationError.vanished))
    }
  }

  private func end(_ result: Result<Int, any Error>) {
    continuation.take()?.resume(with: result)
    ScreenController.updateForeground()
  }
}

/// Lives as long as the actions of an alert, and says when that is over.
///
/// UIKit tells nobody that an alert was taken off the screen together with the controller below it.
/// But its actions end then, and with them this.
final class AlertToken: Sendable {
  let session: AlertSession

  init(_ session: AlertSession) { self.session = session }

  deinit {
    Task { @MainActor [session] in session.didDisappear() }
  }
}
#endif
