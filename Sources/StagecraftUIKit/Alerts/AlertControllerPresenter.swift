#if canImport(UIKit) && !os(watchOS)
public import StagecraftOperations
public import UIKit

/// Presents alerts with UIKit, above all other content.
///
/// ```swift
/// let alerts = AlertQueue(presenter: AlertControllerPresenter())
/// ```
///
/// - An alert is presented by the topmost controller; if that controller is being presented or
///   dismissed, the presenter waits for the end of that transition.
/// - When cancelled, the alert is dismissed, and ``present(_:)`` throws only once it is off the
///   screen, so that the next alert can be presented. If the user answers first, the answer counts.
/// - If the alert is removed by other code, together with the controller that presents it,
///   ``present(_:)`` throws ``AlertQueue/PresentationError/vanished`` instead of waiting forever.
/// - While there is no window, it throws ``AlertQueue/PresentationError/noWindow``.
/// - The default action becomes the alert's `preferredAction`.
/// - UIKit allows one action with the cancel style, which Escape chooses: of several, the first one
///   gets it. A single action with the normal style gets it too, so that Escape chooses it.
public final class AlertControllerPresenter: AlertPresenter {
  private let findWindow: @MainActor () -> UIWindow?

  /// Creates a presenter that uses the window the user is working with.
  ///
  /// An app extension has no application object: use ``init(in:)`` there.
  @available(iOSApplicationExtension, unavailable)
  @available(tvOSApplicationExtension, unavailable)
  public init() { findWindow = { UIApplication.shared.windowInUse } }

  /// Creates a presenter that uses one window, as long as it exists.
  ///
  /// - Parameter window: The window; not retained.
  public init(in window: UIWindow) {
    findWindow = { [weak window] in window }
  }

  /// Presents an alert and waits for the answer.
  ///
  /// - Parameter content: The content of the alert.
  /// - Returns: The identifier of the chosen action.
  /// - Throws: `CancellationError`, ``AlertQueue/PresentationError``.
  public func present<Choice: Hashable & Sendable>(
    _ content: AlertContent<Choice>
  ) async throws -> Choice {
    let top = try await settledTop()
    let session = AlertSession(AlertMachine(content))
    let action = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        session.begin(content.alert(for: session), over: top, answering: continuation)
      }
    } onCancel: {
      Task { @MainActor in session.cancel() }
    }
    return content.actions[action].id
  }

  private func settledTop() async throws -> UIViewController {
    while true {
      try Task.checkCancellation()
      guard let top = findWindow()?.topController else {
        throw AlertQueue.PresentationError.noWindow
      }
      guard let coordinator = top.transitionCoordinator else { return top }
      let isAwaited = await withCheckedContinuation {
        (continuation: CheckedContinuation<Bool, Never>) in
        let answer = OneShotContinuation(continuation)
        let isQueued = coordinator.animate(alongsideTransition: nil) { _ in
          answer.resume(returning: true)
        }
        if !isQueued { answer.resume(returning: false) }
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
    if let defaultActionIndex { alert.preferredAction = alert.actions[defaultActionIndex] }
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
  fileprivate var topController: UIViewController? {
    guard var top = rootViewController else { return nil }
    while let next = top.presentedViewController, !next.isBeingDismissed { top = next }
    return top
  }
}
#endif
