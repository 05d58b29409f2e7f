internal import StageFloor

/// The decisions of one alert's presentation, for an ``AlertPresenter`` on any toolkit.
///
/// Toolkits misbehave if a dialog is dismissed while it is still appearing, or if the next one is
/// presented before the last is off the screen. Therefore a cancelled alert remains until it has
/// appeared, and its caller waits until it has disappeared. The machine is a value without toolkit,
/// task and clock: a presenter reports what happens, and performs the action that is returned.
///
/// | Report | When |
/// | --- | --- |
/// | ``present()`` | the alert is to be presented |
/// | ``didAppear()`` | the dialog has appeared, its animation included |
/// | ``didChoose(_:)`` | the user chose an action |
/// | ``didClose()`` | the user closed the dialog without a choice, for example with Escape |
/// | ``didDisappear()`` | the dialog is off the screen, or could not be presented |
/// | ``cancel()`` | the caller's task was cancelled |
///
/// One method performs the actions, and all callbacks of the toolkit go through it:
///
/// ```swift
/// private func perform(_ action: AlertMachine.Action) {
///   switch action {
///   case .nothing: break
///   case .present: dialog.open()
///   case .dismiss: dialog.close()
///   case .answer(let number): end(.success(number))
///   case .throwCancellation: end(.failure(CancellationError()))
///   case .throwError(let error): end(.failure(error))
///   }
/// }
/// ```
///
/// <doc:writing-an-alert-presenter> shows the whole presenter. For every order of reports:
///
/// - The presentation ends once: of ``Action/answer(_:)``, ``Action/throwCancellation`` and
///   ``Action/throwError(_:)``, only one is returned, and only after ``present()`` was reported.
///   ``didDisappear()`` ends it at the latest.
/// - ``Action/present`` is returned at most once, and so is ``Action/dismiss``, which is not
///   returned before ``didAppear()``.
/// - A choice counts until the end, even if the alert was cancelled before.
/// - A report without meaning in the current state, such as a second ``didDisappear()``, returns
///   ``Action/nothing``: toolkits may report too much.
public struct AlertMachine: Hashable, Sendable {
  /// What the presenter must do.
  public enum Action: Hashable, Sendable {
    /// Do nothing.
    case nothing
    /// Present the dialog, then report ``AlertMachine/didAppear()``.
    case present
    /// Dismiss the dialog, then report ``AlertMachine/didDisappear()``.
    case dismiss
    /// Return the action with this number to the caller.
    ///
    /// The dialog is off the screen, or the toolkit is removing it.
    case answer(Int)
    /// Throw `CancellationError` to the caller, whose task was cancelled.
    case throwCancellation
    /// Throw this error to the caller.
    case throwError(AlertQueue.PresentationError)
  }

  enum State: Hashable, Sendable, CaseIterable {
    /// Not presented yet. Exits: `withdrawn`, `appearing`.
    case new
    /// Cancelled before it was presented. Exits: `ended`.
    case withdrawn
    /// Appearing. Exits: `shown`, `cancelled`, `ended`.
    case appearing
    /// Appearing, and to be dismissed once it has appeared. Exits: `leaving`, `ended`.
    case cancelled
    /// On the screen, waiting for an answer. Exits: `leaving`, `ended`.
    case shown
    /// Disappearing without an answer. Exits: `ended`.
    case leaving
    /// Final: the caller has been answered.
    case ended
  }

  private(set) var state = State.new
  private let actionCount: Int
  private let escapeAction: Int?

  /// Creates the machine of one presentation.
  ///
  /// - Parameter content: The content of the alert, which determines what ``didClose()`` means.
  public init<Choice>(_ content: AlertContent<Choice>) {
    content.requireSoundActions()
    actionCount = content.actions.count
    escapeAction = content.escapeActionIndex
  }

  /// Reports that the alert is to be presented.
  ///
  /// Call it when the caller is ready to be answered, because the answer may follow at once: an
  /// alert that has been cancelled is not presented.
  ///
  /// - Returns: ``Action/present``, or ``Action/throwCancellation``.
  public mutating func present() -> Action {
    switch state {
    case .new:
      state = .appearing
      return .present
    case .withdrawn:
      state = .ended
      return .throwCancellation
    case .appearing, .cancelled, .shown, .leaving, .ended: return .nothing
    }
  }

  /// Reports that the dialog has appeared, and can be dismissed from now on.
  ///
  /// Without an animation, call it when the dialog has been opened.
  ///
  /// - Returns: ``Action/nothing``, or ``Action/dismiss`` if the alert was cancelled meanwhile.
  public mutating func didAppear() -> Action {
    switch state {
    case .appearing:
      state = .shown
      return .nothing
    case .cancelled:
      state = .leaving
      return .dismiss
    case .new, .withdrawn, .shown, .leaving, .ended: return .nothing
    }
  }

  /// Reports that the user chose an action.
  ///
  /// The choice counts even if the alert was cancelled and is about to be dismissed. Call it when
  /// the toolkit removes the dialog by itself; otherwise remove the dialog first.
  ///
  /// - Parameter number: The position of the action in ``AlertContent/actions``.
  /// - Returns: ``Action/answer(_:)``.
  public mutating func didChoose(_ number: Int) -> Action {
    require(
      number >= 0 && number < actionCount,
      """
      An alert was answered with action \(number), but the number of its actions is \
      \(actionCount): pass a position in AlertContent.actions.
      """)
    switch state {
    case .appearing, .cancelled, .shown, .leaving:
      state = .ended
      return .answer(number)
    case .new, .withdrawn, .ended: return .nothing
    }
  }

  /// Reports that the dialog was closed without a choice: with Escape, the Back key, or the button
  /// of its window.
  ///
  /// It means the action at ``AlertContent/escapeActionIndex``. If there is none, the alert should
  /// not be closed; where the toolkit closes it nevertheless, its caller receives
  /// ``AlertQueue/PresentationError/closed``. While the dialog is being dismissed because the alert
  /// was cancelled, this is the end of that dismissal: many toolkits report both alike.
  ///
  /// As for ``didChoose(_:)``, the dialog is removed by the toolkit, or has been removed before.
  ///
  /// - Returns: ``Action/answer(_:)``, or an error to throw.
  public mutating func didClose() -> Action {
    switch state {
    case .appearing, .shown:
      state = .ended
      return escapeAction.map { .answer($0) } ?? .throwError(.closed)
    case .cancelled:
      state = .ended
      return escapeAction.map { .answer($0) } ?? .throwCancellation
    case .leaving:
      state = .ended
      return .throwCancellation
    case .new, .withdrawn, .ended: return .nothing
    }
  }

  /// Reports that the caller's task was cancelled.
  ///
  /// - Returns: ``Action/dismiss`` if the dialog can be dismissed now, otherwise
  ///   ``Action/nothing``: while it appears, ``didAppear()`` returns the dismissal.
  public mutating func cancel() -> Action {
    switch state {
    case .new:
      state = .withdrawn
      return .nothing
    case .appearing:
      state = .cancelled
      return .nothing
    case .shown:
      state = .leaving
      return .dismiss
    case .withdrawn, .cancelled, .leaving, .ended: return .nothing
    }
  }

  /// Reports that the dialog is off the screen, or could not be presented.
  ///
  /// - Returns: ``Action/throwCancellation`` if the alert was cancelled;
  ///   ``AlertQueue/PresentationError/vanished`` to throw if other code removed the dialog.
  public mutating func didDisappear() -> Action {
    switch state {
    case .cancelled, .leaving:
      state = .ended
      return .throwCancellation
    case .appearing, .shown:
      state = .ended
      return .throwError(.vanished)
    case .new, .withdrawn, .ended: return .nothing
    }
  }
}
