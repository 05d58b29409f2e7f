#if canImport(UIKit) && !os(watchOS)
internal import StagecraftOperations
internal import UIKit

@MainActor
final class AlertSession {
  private var machine: AlertMachine
  private weak var alert: UIAlertController?
  private var continuation: CheckedContinuation<Int, any Error>?

  init(_ machine: AlertMachine) { self.machine = machine }

  /// UIKit retains the alert while it is presented; resumes once, with the number of the action.
  func begin(
    _ alert: UIAlertController, over top: UIViewController,
    answering continuation: CheckedContinuation<Int, any Error>
  ) {
    self.alert = alert
    self.continuation = continuation
    let action = machine.present()
    guard action == .present else { return perform(action) }
    top.present(alert, animated: true) { self.perform(self.machine.didAppear()) }
    ScreenController.updateForeground()
  }

  func cancel() { perform(machine.cancel()) }

  func didChoose(_ action: Int) { perform(machine.didChoose(action)) }

  func didDisappear() { perform(machine.didDisappear()) }

  private func perform(_ action: AlertMachine.Action) {
    switch action {
    case .nothing, .present: break
    case .dismiss:
      guard let alert, let presenter = alert.presentingViewController else { return }
      presenter.dismiss(animated: true) { self.didDisappear() }
    case .answer(let number): end(.success(number))
    case .throwCancellation: end(.failure(CancellationError()))
    case .throwError(let error): end(.failure(error))
    }
  }

  private func end(_ result: Result<Int, any Error>) {
    continuation.take()?.resume(with: result)
    ScreenController.updateForeground()
  }
}

/// Reports when the actions of an alert are released.
///
/// UIKit sends no notification when an alert is removed together with the controller below it. But
/// its actions are then released, and this token with them.
final class AlertToken: Sendable {
  let session: AlertSession

  init(_ session: AlertSession) { self.session = session }

  deinit {
    Task { @MainActor [session] in session.didDisappear() }
  }
}
#endif
