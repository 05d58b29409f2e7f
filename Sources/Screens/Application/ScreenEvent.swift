/// Something that happened to a screen.
public struct ScreenEvent: Sendable {
  /// What happened.
  public enum Kind: Hashable, Sendable {
    /// `loadView()` is about to be called.
    case loadView
    /// ``AnyScreen/viewDidLoad()`` is about to be called.
    case viewDidLoad
    /// ``AnyScreen/restoreState(from:)`` is about to be called.
    case restoredState
    /// ``AnyScreen/viewWillAppear(_:)`` is about to be called.
    case willAppear(TransitionContext)
    /// ``AnyScreen/viewDidAppear(_:)`` is about to be called.
    case didAppear(TransitionContext)
    /// ``AnyScreen/viewWillDisappear(_:)`` is about to be called.
    case willDisappear(TransitionContext)
    /// ``AnyScreen/viewDidDisappear(_:)`` is about to be called.
    case didDisappear(TransitionContext)
    /// A step was asked for that is illegal at this appearance, and did not happen.
    case refusedStep(AppearanceStep, at: ScreenAppearance)
    /// ``AnyScreen/willMove(toParent:)`` is about to be called, with this container.
    case willMove(toParent: ScreenID?)
    /// ``AnyScreen/didMove(toParent:)`` is about to be called, with this container.
    case didMove(toParent: ScreenID?)
    /// ``AnyScreen/shouldDismiss()`` is about to be called.
    case shouldDismiss
    /// ``AnyScreen/didAttemptToDismiss()`` is about to be called.
    case didAttemptToDismiss
    /// ``AnyScreen/willDismiss()`` is about to be called.
    case willDismiss
    /// ``AnyScreen/didDismiss()`` is about to be called.
    case didDismiss
    /// ``AnyScreen/didBecomeForeground()`` is about to be called.
    case becameForeground
    /// ``AnyScreen/didResignForeground()`` is about to be called.
    case resignedForeground
    /// ``AnyScreen/didEnterBackground()`` is about to be called.
    case enteredBackground
    /// ``AnyScreen/willEnterForeground()`` is about to be called.
    case entersForeground
    /// ``AnyScreen/didReceiveMemoryWarning()`` is about to be called.
    case memoryWarning
    /// ``AnyScreen/saveState(into:)`` was called, because the view is to go.
    case savedState
    /// ``AnyScreen/viewWillUnload()`` is about to be called; the state has been saved.
    case willUnload
    /// The view is gone, and so many bytes with it; ``AnyScreen/viewDidUnload()`` is about to be
    /// called.
    case unloaded(bytes: Int, because: UnloadCause)
    /// The view was to go, and had to stay.
    case kept(UnloadRefusal.Reason)
    /// Something keeps the view alive that was unloaded; told a second after that.
    case viewOutlived(ViewLeak)
    /// `loadView()` has returned the view that was unloaded before: it gave back no memory, and is
    /// filled a second time.
    case reusedView
    /// The stage of this container has not ended a transition in ten seconds, and so many requests
    /// wait for it. ``ContainerScreen/settle()`` ends it.
    case transitionIsOverdue(waiting: Int)
    /// A heavy resource was made, or borrowed; not for the first time, perhaps.
    case madeResource(String)
    /// A heavy resource could not be made, for this reason.
    case failedResource(String, because: String)
    /// A heavy resource was dropped, and so many bytes with it.
    case droppedResource(String, bytes: Int)
    /// A heavy resource died by itself.
    case lostResource(String)
    /// Something that the screen wanted to save was left out.
    case stateLeftOut(StateOmission)
    /// A screen that was archived in this container is not brought back.
    case notRestored(RestorationLoss)
    /// Something that was saved cannot be read, and counts as not saved.
    case stateUnreadable(StateError)
  }

  /// The screen.
  public var screen: ScreenID
  /// Its ``AnyScreen/name``.
  public var name: String
  /// What happened.
  public var kind: Kind
}
