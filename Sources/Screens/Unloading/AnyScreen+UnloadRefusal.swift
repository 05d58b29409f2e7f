extension AnyScreen {
  /// An error that explains why a view was not unloaded.
  ///
  /// ```swift
  /// do {
  ///   try branch.unloadView()
  /// } catch {
  ///   print(error)  // BranchScreen keeps its view: it is held (text being edited).
  /// }
  /// ```
  public struct UnloadRefusal: Error, Hashable {
    /// The reason why the view stays.
    public enum Reason: Hashable, Sendable {
      /// The screen is visible, appearing or disappearing.
      case isSeen

      /// The screen's container is moving it, or it is about to appear.
      case isInTransition

      /// The view is being created, filled, or unloaded.
      case isBusy

      /// The toolkit keeps the view in a hidden container: see ``ScreenHost/isKeepingView``.
      case isKeptByToolkit

      /// The view is held; with the reasons, from the oldest hold to the newest.
      case isHeld([String])

      /// This number of screens in it have views, which must be unloaded first.
      case hasLoadedChildren(Int)

      /// These values exceed the budget or cannot be encoded, and would be lost.
      case losesState([ScreenStateWriter.Omission])

      /// The screen's policy is ``AnyScreen/UnloadPolicy/never``. An explicit call can still unload
      /// the view.
      case isNeverUnloaded

      /// The user is likely to see the screen next; its view is unloaded only at the level
      /// `critical`.
      case isNeighbour

      /// The screen disappeared a moment ago, or its view was created a moment ago; the view is
      /// unloaded only at the level `critical`: see ``ScreenApplication/recentPeriod``.
      case isRecent

      /// The screen was shown while its state was being saved.
      case wasShownMeanwhile
    }

    /// The identity of the screen.
    public var screen: ScreenID

    /// The screen's ``AnyScreen/name``.
    public var name: String

    /// The reason why the view stays.
    public var reason: Reason
  }
}

extension AnyScreen.UnloadRefusal.Reason: CustomStringConvertible {
  /// The reason in words.
  public var description: String {
    switch self {
    case .isSeen: "it is visible"
    case .isInTransition: "it is in a transition"
    case .isBusy: "the view is being created or unloaded"
    case .isKeptByToolkit: "the toolkit keeps it in a hidden container"
    case .isHeld(let reasons): "it is held (\(reasons.joined(separator: ", ")))"
    case .hasLoadedChildren(1): "a screen in it has a view"
    case .hasLoadedChildren(let count): "\(count) screens in it have views"
    case .losesState(let omissions):
      "state would be lost (\(omissions.map(\.description).joined(separator: " ")))"
    case .isNeverUnloaded: "its policy is never to unload it"
    case .isNeighbour: "the user is likely to see it next"
    case .isRecent: "it was in use a moment ago"
    case .wasShownMeanwhile: "it was shown while its state was being saved"
    }
  }
}

extension AnyScreen.UnloadRefusal: CustomStringConvertible {
  /// A sentence that describes the refusal.
  public var description: String { "\(name) keeps its view: \(reason)." }
}
