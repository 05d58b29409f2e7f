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
  /// The screen has left without a result, alone or with its container: the user went back, the
  /// program removed it, or the window was destroyed.
  case dismissed
  /// The screen was not shown, for this reason. A screen that is shown already stays, and so does
  /// an earlier wait for its result.
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
  /// that no task awaits is dismissed or popped all the same. Refused with
  /// ``ScreenError/containerIsGone`` if the screen is in no container, which is not a result, with
  /// ``ScreenError/isLast`` if it is the root of a stack or a window, a tab or a page, and with
  /// ``ScreenError/isUnknown`` if it has left when the request is executed.
  ///
  /// - Parameters:
  ///   - result: The result.
  ///   - isAnimated: Whether to animate the transition.
  /// - Returns: The request to dismiss or pop the screen.
  @discardableResult
  public func finish(with result: Result, animated isAnimated: Bool = true) -> TransitionRequest {
    guard let container = parent?.stageContainer else {
      return TransitionRequest(refused: .containerIsGone)
    }
    (storedRecord?.resultWaiters.first as? ScreenResultWaiter<Result>)?.finish(with: result)
    let request = TransitionRequest(self)
    trees.submit(.leave(slot), of: container, animated: isAnimated, request)
    return request
  }
}

extension AnyScreen {
  /// Presents a screen, and waits for its result.
  ///
  /// See ``present(_:as:animated:)->TransitionRequest`` for when it is refused. Cancelling the
  /// waiting task ends only its wait; the screen stays. To present without waiting from inside an
  /// asynchronous function, pass the screen `as AnyScreen`.
  ///
  /// - Parameters:
  ///   - screen: The screen to present.
  ///   - style: How much the screen covers.
  ///   - isAnimated: Whether to animate the transition.
  /// - Returns: The result, when the screen has left; or why there is none.
  public final func present<Screen: ResultScreen>(
    _ screen: Screen, as style: AnyScreen.PresentationStyle = .full,
    animated isAnimated: Bool = true
  ) async -> ScreenOutcome<Screen.Result> {
    let waiter = screen.waiter(TransitionRequest(isRoot ? [screen] : [screen, self])) { request in
      guard let window = root as? any WindowContainer else {
        return request.finish(.refused(root.host == nil ? .containerIsGone : .isHosted))
      }
      window.present(screen, from: self, as: style, animated: isAnimated, request)
    }
    return await waiter.outcome
  }

  /// The screens have left their container, or lost it.
  final func endResultWaits() {
    // Most apps wait for few results, and most screens that leave have none.
    guard AnyScreenResultWaiter.count > 0 else { return }
    forEachInTree { screen in
      // A request that is not over is to show the screen again.
      for waiter in screen.storedRecord?.resultWaiters ?? [] where waiter.request.isOver {
        waiter.end(.dismissed)
      }
    }
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
    check(screen)
    let waiter = screen.waiter(TransitionRequest(screen)) { request in
      trees.submit(.push(screen.slot), of: self, animated: isAnimated, request)
    }
    return await waiter.outcome
  }
}

extension ResultScreen {
  /// Not part of the asynchronous function, which must not retain the window while it waits.
  fileprivate func waiter(
    _ request: TransitionRequest, _ show: (TransitionRequest) -> Void
  ) -> ScreenResultWaiter<Result> {
    // The screen may finish while it is being shown.
    let waiter = ScreenResultWaiter<Result>(request, of: self)
    record.resultWaiters.append(waiter)
    show(request)
    request.onEnd { outcome in
      switch outcome {
      case .completed: break
      case .cancelled: waiter.end(.dismissed)
      case .refused(let error): waiter.end(.refused(error))
      }
    }
    return waiter
  }
}

/// A screen's result, of any type.
@MainActor
class AnyScreenResultWaiter {
  enum End {
    case dismissed
    case refused(ScreenError)
  }

  @exclusivity(unchecked) fileprivate(set) static var count = 0

  let request: TransitionRequest
  fileprivate weak var screen: AnyScreen?

  init(_ request: TransitionRequest, of screen: AnyScreen) {
    self.request = request
    self.screen = screen
    Self.count += 1
  }

  func end(_ end: End) {}
}

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
    AnyScreenResultWaiter.count -= 1
    screen?.storedRecord?.resultWaiters.removeAll { $0 === self }
    continuation.take()?.resume(returning: outcome)
  }

  var outcome: ScreenOutcome<Result> {
    get async {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          if ended == nil && Task.isCancelled { conclude(.cancelled) }
          if let ended {
            continuation.resume(returning: ended)
          } else {
            self.continuation = continuation
          }
        }
      } onCancel: {
        Task { @MainActor in conclude(.cancelled) }
      }
    }
  }
}
