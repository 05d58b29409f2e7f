/// An event in the life of a screen.
public struct ScreenEvent: Sendable {
  /// The kind of an event.
  public enum Kind: Hashable, Sendable {
    /// `loadView()` is about to be called.
    case loadView
    /// ``AnyScreen/viewDidLoad()`` is about to be called.
    case viewDidLoad
    /// ``AnyScreen/restoreState(from:)`` is about to be called.
    case restoredState
    /// ``AnyScreen/viewWillAppear(_:)`` is about to be called.
    case willAppear(TransitionContext)
    /// ``AnyScreen/viewIsAppearing(_:)`` is about to be called.
    case isAppearing(TransitionContext)
    /// ``AnyScreen/viewDidAppear(_:)`` is about to be called.
    case didAppear(TransitionContext)
    /// ``AnyScreen/viewWillDisappear(_:)`` is about to be called.
    case willDisappear(TransitionContext)
    /// ``AnyScreen/viewDidDisappear(_:)`` is about to be called.
    case didDisappear(TransitionContext)
    /// An appearance step was requested that is illegal at this appearance, and was ignored.
    case refusedStep(ScreenAppearance.Step, at: ScreenAppearance)
    /// ``AnyScreen/willMove(toParent:)`` is about to be called, with this container.
    case willMove(toParent: ScreenID?)
    /// ``AnyScreen/didMove(toParent:)`` is about to be called, with this container.
    case didMove(toParent: ScreenID?)
    /// ``AnyScreen/shouldDismiss()`` is about to be called.
    case shouldDismiss
    /// ``AnyScreen/didAttemptToDismiss()`` is about to be called.
    case didAttemptToDismiss
    /// ``AnyScreen/shouldPop()`` is about to be called.
    case shouldPop
    /// ``AnyScreen/didAttemptToPop()`` is about to be called.
    case didAttemptToPop
    /// ``AnyScreen/shouldClose()`` is about to be called.
    case shouldClose
    /// ``AnyScreen/didAttemptToClose()`` is about to be called.
    case didAttemptToClose
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
    /// ``AnyScreen/saveState(into:)`` was called, because the view is about to be unloaded.
    case savedState
    /// ``AnyScreen/viewWillUnload()`` is about to be called; the state has been saved.
    case willUnload
    /// The view was released, and this number of bytes with it; ``AnyScreen/viewDidUnload()`` is
    /// about to be called.
    case unloaded(bytes: Int, because: AnyScreen.UnloadCause)
    /// The view was to be unloaded, and was kept.
    case kept(AnyScreen.UnloadRefusal.Reason)
    /// A view is still alive a second after it was unloaded, or a part of it is; or an adapter has
    /// reported a leak.
    case viewOutlived(ScreenEvent.ViewLeak)
    /// `loadView()` returned the view that was unloaded before: it freed no memory, and is filled a
    /// second time.
    case reusedView
    /// The screens in this container, or its selection, have changed: see
    /// ``AnyScreen/navigation``. Not sent when a gesture is cancelled, nor when pages are only
    /// loaded ahead.
    case navigated
    /// The stage of this container has not ended a transition within ten seconds, and this number
    /// of requests are waiting. ``ContainerScreen/settle()`` ends it.
    case transitionIsOverdue(waiting: Int)
    /// A heavy resource was created or borrowed, possibly again.
    case madeResource(String)
    /// A heavy resource could not be created, for this reason.
    case failedResource(String, because: String)
    /// A heavy resource was dropped, and this number of bytes with it.
    case droppedResource(String, bytes: Int)
    /// A heavy resource died without having been dropped.
    case lostResource(String)
    /// A value that the screen saved was omitted.
    case stateOmitted(ScreenStateWriter.Omission)
    /// A screen that was archived in this container was not restored.
    case notRestored(ScreenRestorationReport.Loss)
    /// A saved value could not be read, and counts as not saved.
    case stateUnreadable(ScreenStateError)
  }

  /// The identity of the screen.
  public var screen: ScreenID
  /// The screen's ``AnyScreen/name``.
  public var name: String
  /// The kind of the event.
  public var kind: Kind
}
