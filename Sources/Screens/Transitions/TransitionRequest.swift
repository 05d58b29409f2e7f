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
  public private(set) var outcomeIfOver: Outcome?

  /// The screens that the request needs, until it has ended.
  var screens: [AnyScreen] {
    get { screen.map { [$0] + others } ?? others }
    set {
      screen = newValue.first
      others = Array(newValue.dropFirst())
    }
  }
  /// The first of them, as most requests need one.
  private var screen: AnyScreen?
  private var others: [AnyScreen] = []
  /// What is done instead of changing the container.
  private var body: (@MainActor (AnyScreen) -> Void)?
  private var waiters: [Int: CheckedContinuation<Outcome?, Never>] = [:]
  private var lastWaiter = 0

  init() {}

  /// Creates a request that needs a screen.
  init(_ screen: AnyScreen) { self.screen = screen }

  /// Creates a request that needs some screens.
  init(_ screens: [AnyScreen]) {
    screen = screens.first
    others = Array(screens.dropFirst())
  }

  /// Creates a request that does something that must not happen during a transition.
  init(_ body: @escaping @MainActor (AnyScreen) -> Void) { self.body = body }

  /// Creates a request that is refused at once.
  init(refused error: ScreenError) { outcomeIfOver = .refused(error) }

  func perform(on container: AnyScreen) { body?(container) }

  /// The screen with this slot, if the request needs it.
  func screen(_ slot: ScreenSlot) -> AnyScreen? {
    if let screen, screen.slot == slot { return screen }
    return others.first { $0.slot == slot }
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
      lastWaiter += 1
      let number = lastWaiter
      return await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          if let outcomeIfOver {
            continuation.resume(returning: outcomeIfOver)
          } else if Task.isCancelled {
            continuation.resume(returning: nil)
          } else {
            waiters[number] = continuation
          }
        }
      } onCancel: {
        Task { @MainActor in self.waiters.removeValue(forKey: number)?.resume(returning: nil) }
      }
    }
  }

  func finish(_ outcome: Outcome) {
    guard outcomeIfOver == nil else { return }
    outcomeIfOver = outcome
    let released = (screen, others, body)
    (screen, others, body) = (nil, [], nil)
    defer { withExtendedLifetime(released) {} }
    guard !waiters.isEmpty else { return }
    for (_, waiter) in waiters { waiter.resume(returning: outcome) }
    waiters = [:]
  }
}
