#if canImport(UIKit) && !os(watchOS)
public import StagecraftOperations
public import UIKit

/// Shows alerts as UIKit does, above whatever is on the screen.
///
/// ```swift
/// let alerts = AlertDesk(presenter: AlertControllerPresenter())
/// ```
///
/// - An alert appears above the controller that is on top at that moment; if something is just being
///   presented or dismissed there, it waits for that.
/// - Cancelled, it disappears, and ``present(_:)`` throws only once it is off the screen, so that the
///   next one can be presented. If the user was faster, their answer counts.
/// - If it is taken off the screen by somebody else, together with what shows it, ``present(_:)``
///   throws ``AlertPresentationError/vanished`` and does not wait for ever.
/// - While there is no window, it throws ``AlertPresentationError/noWindow``.
/// - UIKit allows for one action with the cancel style: of several, the first has it.
public final class AlertControllerPresenter: AlertPresenter {
  private let findWindow: @MainActor () -> UIWindow?

  /// Shows alerts in the window with which the user works.
  ///
  /// An app extension has no application object: use ``init(in:)`` there.
  @available(iOSApplicationExtension, unavailable)
  @available(tvOSApplicationExtension, unavailable)
  public init() { findWindow = { UIApplication.shared.windowInUse } }

  /// Shows alerts in one window, for as long as that is there.
  ///
  /// - Parameter window: where; not kept alive.
  public init(in window: UIWindow) {
    findWindow = { [weak window] in window }
  }

  /// Shows an alert, and waits for the answer.
  ///
  /// - Parameter content: what to show.
  /// - Returns: the id of the action that was chosen.
  /// - Throws: `CancellationError`, ``AlertPresentationError``.
  public func present<Choice: Hashable & Sendable>(
    _ content: AlertContent<Choice>
  ) async throws -> Choice {
    let top = try await settledTop()
    let session = AlertSession()
    let action = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        session.begin(content.alert(for: session), over: top, answering: continuation)
      }
    } onCancel: {
      Task { @MainActor in session.cancel() }
    }
    return content.actions[action].id
  }

  /// The controller on top, when it neither comes nor goes.
  private func settledTop() async throws -> UIViewController {
    while true {
      try Task.checkCancellation()
      guard let top = findWindow()?.topController else { throw AlertPresentationError.noWindow }
      guard let coordinator = top.transitionCoordinator else { return top }
      let isAwaited = await withCheckedContinuation {
        (continuation: CheckedContinuation<Bool, Never>) in
        let answer = OneAnswer(continuation)
        let isQueued = coordinator.animate(alongsideTransition: nil) { _ in answer.give(true) }
        if !isQueued { answer.give(false) }
      }
      if !isAwaited { return top }
    }
  }
}

extension AlertContent {
  @MainActor
  fileprivate func alert(for session: AlertSession) -> UIAlertController {
    let alert = UIAlertController(
      title: title, message: message.isEmpty ? nil : message, preferredStyle: .alert)
    let token = AlertToken(session)
    for (number, style) in actions.map(\.style).withOneCancelStyle.enumerated() {
      alert.addAction(
        UIAlertAction(title: actions[number].label, style: UIAlertAction.Style(style)) { _ in
          token.session.didChoose(number)
        })
    }
    return alert
  }
}

extension UIAlertAction.Style {
  fileprivate init(_ style: AlertActionStyle) {
    switch style {
    case .normal: self = .default
    case .cancel: self = .cancel
    case .destructive: self = .destructive
    }
  }
}

extension UIApplication {
  /// The window with which the user works; another one, if they work with none.
  fileprivate var windowInUse: UIWindow? {
    let scenes = connectedScenes.compactMap { $0 as? UIWindowScene }
    let ranked: [UIScene.ActivationState] = [.foregroundActive, .foregroundInactive, .background]
    for state in ranked {
      for scene in scenes where scene.activationState == state {
        if let window = scene.keyWindow ?? scene.windows.first(where: { !$0.isHidden }) {
          return window
        }
      }
    }
    return nil
  }
}

extension UIWindow {
  /// What was presented last, and is not on its way out.
  fileprivate var topController: UIViewController? {
    guard var top = rootViewController else { return nil }
    while let next = top.presentedViewController, !next.isBeingDismissed { top = next }
    return top
  }
}
#endif
