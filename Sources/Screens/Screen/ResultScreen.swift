/// A screen that ends with a result: a choice, a text, a confirmation.
///
/// ```swift
/// final class ReviewScreen: LibraryScreen, ResultScreen {
///   typealias Result = Review
///
///   func saveTapped() { finish(with: Review(stars: 5)) }
/// }
///
/// switch await shelf.present(ReviewScreen(), as: .sheet) {
/// case .finished(let review): print(review.stars)
/// case .dismissed: print("The user went back.")
/// case .refused(let error): print(error)
/// case .cancelled: print("The task was cancelled.")
/// }
/// ```
@MainActor
public protocol ResultScreen: AnyScreen {
  /// What the screen returns.
  associatedtype Result: Sendable
}

/// How a screen ended that was presented or pushed for a result.
public enum ScreenOutcome<Result: Sendable>: Sendable {
  /// The screen has called ``ResultScreen/finish(with:animated:)``, and has left.
  case finished(Result)
  /// The screen has left without a result: the user went back, or the program removed it.
  case dismissed
  /// The screen was not shown, for this reason.
  case refused(ScreenError)
  /// The waiting task was cancelled. The screen stays.
  case cancelled
}

extension ScreenOutcome: Equatable where Result: Equatable {}
extension ScreenOutcome: Hashable where Result: Hashable {}

extension ResultScreen {
  /// Ends the screen with a result: dismisses it, or pops it and the screens above it.
  ///
  /// Only the first result counts. The waiting task continues when the screen has left. A screen
  /// that nobody awaits is dismissed or popped all the same.
  ///
  /// - Parameters:
  ///   - result: The result.
  ///   - isAnimated: Whether to animate the transition.
  /// - Returns: The request to dismiss or pop the screen.
  @discardableResult
  public func finish(with result: Result, animated isAnimated: Bool = true) -> TransitionRequest {
    (record.resultWaiter as? ScreenResultWaiter<Result>)?.finish(with: result)
    return leave(animated: isAnimated)
  }
}

extension AnyScreen {
  /// Presents a screen, and waits for its result.
  ///
  /// See ``present(_:as:animated:)-swift.method`` for when it is refused. Cancelling the waiting
  /// task ends only its wait; the screen stays.
  ///
  /// - Parameters:
  ///   - screen: The screen to present.
  ///   - style: How much the screen covers.
  ///   - isAnimated: Whether to animate the transition.
  /// - Returns: The result, when the screen has left; or why there is none.
  public final func present<Screen: ResultScreen>(
    _ screen: Screen, as style: ScreenPresentationStyle = .full, animated isAnimated: Bool = true
  ) async -> ScreenOutcome<Screen.Result> {
    await screen.outcome { present(screen as AnyScreen, as: style, animated: isAnimated) }
  }

  /// Removes the screen from the stack or the window that it is on.
  fileprivate func leave(animated isAnimated: Bool) -> TransitionRequest {
    guard let container = parent?.stageContainer else {
      return TransitionRequest(refused: .containerIsGone)
    }
    let request = TransitionRequest(self)
    trees.submit(.leave(slot), of: container, animated: isAnimated, request)
    return request
  }
}

extension NavigationScreen {
  /// Pushes a screen, and waits for its result.
  ///
  /// See ``push(_:animated:)->TransitionRequest`` for when it is refused. Cancelling the waiting
  /// task ends only its wait; the screen stays.
  ///
  /// - Parameters:
  ///   - screen: The new top.
  ///   - isAnimated: Whether to animate the transition.
  /// - Returns: The result, when the screen has left; or why there is none.
  public final func push<Screen: ResultScreen>(
    _ screen: Screen, animated isAnimated: Bool = true
  ) async -> ScreenOutcome<Screen.Result> {
    await screen.outcome { push(screen as AnyScreen, animated: isAnimated) }
  }
}

extension ResultScreen {
  /// Shows the screen, and waits until it has left.
  fileprivate func outcome(_ show: () -> TransitionRequest) async -> ScreenOutcome<Result> {
    let waiter = ScreenResultWaiter<Result>()
    let request = show()
    if case .refused(let error) = request.outcomeIfOver { return .refused(error) }
    record.resultWaiter?.end(.dismissed)
    record.resultWaiter = waiter
    request.onEnd { [weak self] outcome in
      guard case .refused(let error) = outcome else { return }
      waiter.end(.refused(error))
      if self?.record.resultWaiter === waiter { self?.record.resultWaiter = nil }
    }
    return await waiter.outcome
  }
}

/// What waits for the result of a screen, of any type.
@MainActor
class AnyScreenResultWaiter {
  /// How a wait ends without a result.
  enum End {
    case dismissed
    case refused(ScreenError)
  }

  init() {}

  func end(_ end: End) {}
}

/// What waits for the result of a screen.
@MainActor
private final class ScreenResultWaiter<Result: Sendable>: AnyScreenResultWaiter {
  private var result: Result?
  private var ended: ScreenOutcome<Result>?
  private var continuation: CheckedContinuation<ScreenOutcome<Result>, Never>?

  func finish(with result: Result) {
    if self.result == nil { self.result = result }
  }

  override func end(_ end: End) {
    switch end {
    case .refused(let error): conclude(.refused(error))
    case .dismissed: conclude(result.map { .finished($0) } ?? .dismissed)
    }
  }

  private func conclude(_ outcome: ScreenOutcome<Result>) {
    guard ended == nil else { return }
    ended = outcome
    continuation.take()?.resume(returning: outcome)
  }

  var outcome: ScreenOutcome<Result> {
    get async {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          if let ended {
            continuation.resume(returning: ended)
          } else if Task.isCancelled {
            continuation.resume(returning: .cancelled)
          } else {
            self.continuation = continuation
          }
        }
      } onCancel: {
        Task { @MainActor in self.continuation.take()?.resume(returning: .cancelled) }
      }
    }
  }
}
