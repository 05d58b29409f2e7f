/// A request to a container, which is executed in FIFO order with the other requests of its tree.
///
/// Often it is executed at once, and is over when it is returned. There is no need to retain it: it
/// is executed anyway.
@MainActor
public final class TransitionRequest {
  /// How a request ended.
  public enum Outcome: Hashable, Sendable {
    /// The request was executed, or there was nothing to do.
    case completed
    /// The transition began, and was cancelled.
    case cancelled
    /// The request was impossible when it was to be executed, and nothing has changed.
    case refused(ScreenError)
  }

  /// How the request ended; nil until then.
  ///
  /// To wait for the end, use ``outcome``.
  @exclusivity(unchecked) public private(set) var outcomeIfOver: Outcome?

  /// Until the request has ended.
  var screens: [AnyScreen] {
    get { (screen.map { [$0] } ?? []) + (rest?.screens ?? []) }
    set {
      screen = newValue.first
      if newValue.count > 1 || rest != nil { needRest().screens = Array(newValue.dropFirst()) }
    }
  }
  /// The first of them, as most requests need one.
  @exclusivity(unchecked) private var screen: AnyScreen?
  @exclusivity(unchecked) private var rest: Rest?

  private final class Rest {
    var screens: [AnyScreen] = []
    /// The index after the one that was asked for last.
    var nextScreen = 0
    var body: (@MainActor (AnyScreen) -> Void)?
    var waiters: [Int: CheckedContinuation<Outcome?, Never>] = [:]
    var lastWaiter = 0
    var onEnd: (@MainActor (Outcome) -> Void)?
  }

  private func needRest() -> Rest {
    if let rest { return rest }
    let rest = Rest()
    self.rest = rest
    return rest
  }

  init() {}

  init(_ screen: AnyScreen) { self.screen = screen }

  init(_ screens: [AnyScreen]) {
    screen = screens.first
    if screens.count > 1 { needRest().screens = Array(screens.dropFirst()) }
  }

  /// Creates a request that does something that must not happen during a transition.
  init(_ body: @escaping @MainActor (AnyScreen) -> Void) { needRest().body = body }

  init(refused error: ScreenError) { outcomeIfOver = .refused(error) }

  var firstScreen: AnyScreen? { screen }

  func perform(on container: AnyScreen) { rest?.body?(container) }

  func onEnd(_ body: @escaping @MainActor (Outcome) -> Void) {
    if let outcomeIfOver { body(outcomeIfOver) } else { needRest().onEnd = body }
  }

  /// Nil if the request does not need it.
  func screen(_ slot: ScreenSlot) -> AnyScreen? {
    if let screen, screen.slot == slot { return screen }
    guard let rest else { return nil }
    // They are asked for in the order in which they were given.
    let (screens, next) = (rest.screens, rest.nextScreen)
    let index =
      screens[next...].firstIndex { $0.slot == slot } ?? screens.firstIndex { $0.slot == slot }
    guard let index else { return nil }
    rest.nextScreen = index + 1
    return screens[index]
  }

  /// Whether the request has ended.
  public var isOver: Bool { outcomeIfOver != nil }

  /// How the request ended, once it has, including its animation; nil if the waiting task was
  /// cancelled first.
  ///
  /// Any number of tasks may wait. Cancelling a waiting task ends only its wait; the request is
  /// executed anyway. ``outcomeIfOver`` does not wait.
  public var outcome: Outcome? {
    get async {
      if let outcomeIfOver { return outcomeIfOver }
      let rest = needRest()
      rest.lastWaiter += 1
      let number = rest.lastWaiter
      return await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          if let outcomeIfOver {
            continuation.resume(returning: outcomeIfOver)
          } else if Task.isCancelled {
            continuation.resume(returning: nil)
          } else {
            rest.waiters[number] = continuation
          }
        }
      } onCancel: {
        Task { @MainActor in self.rest?.waiters.removeValue(forKey: number)?.resume(returning: nil)
        }
      }
    }
  }

  func finish(_ outcome: Outcome) {
    guard outcomeIfOver == nil else { return }
    outcomeIfOver = outcome
    let released = screen.take()
    defer { withExtendedLifetime(released) {} }
    guard let rest = rest.take() else { return }
    for (_, waiter) in rest.waiters { waiter.resume(returning: outcome) }
    rest.onEnd?(outcome)
  }
}
