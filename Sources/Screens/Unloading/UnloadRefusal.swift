/// Why a view stays that was to be unloaded.
///
/// ```swift
/// do {
///   try branch.unloadView()
/// } catch {
///   print(error)  // BranchScreen keeps its view: it is held (text being edited).
/// }
/// ```
public struct UnloadRefusal: Error, Hashable {
  /// What was in the way.
  public enum Reason: Hashable, Sendable {
    /// The user sees it, or it is on its way in or out.
    case isSeen

    /// Its container moves it at this time, or it is about to appear.
    case isInTransition

    /// The view is being made, filled, or unloaded at this time.
    case isBusy

    /// The toolkit has it in place in a container that is hidden: see ``ScreenHost/isKeepingView``.
    case isKeptByToolkit

    /// Somebody holds it; with the reasons, from the oldest hold to the newest.
    case isHeld([String])

    /// So many screens in it have views, which go first.
    case hasLoadedChildren(Int)

    /// This does not fit into what it may save, or cannot be encoded, and would be lost.
    case losesState([StateOmission])

    /// Its policy is ``UnloadPolicy/never``. By hand it may go.
    case isNeverUnloaded

    /// The user is likely to see it next; it goes only if memory is critically short.
    case isNeighbour

    /// It was shown while its state was being saved.
    case wasShownMeanwhile
  }

  /// The screen.
  public var screen: ScreenID

  /// Its ``AnyScreen/name``.
  public var name: String

  /// What was in the way.
  public var reason: Reason
}

extension UnloadRefusal.Reason: CustomStringConvertible {
  /// The reason in words.
  public var description: String {
    switch self {
    case .isSeen: "it is seen"
    case .isInTransition: "it is in a transition"
    case .isBusy: "the view is being made or unloaded"
    case .isKeptByToolkit: "the toolkit has it in place"
    case .isHeld(let reasons): "it is held (\(reasons.joined(separator: ", ")))"
    case .hasLoadedChildren(1): "a screen in it has a view"
    case .hasLoadedChildren(let count): "\(count) screens in it have views"
    case .losesState(let omissions):
      "state would be lost (\(omissions.map(\.description).joined(separator: " ")))"
    case .isNeverUnloaded: "its policy is never to unload it"
    case .isNeighbour: "the user is likely to see it next"
    case .wasShownMeanwhile: "it was shown while its state was being saved"
    }
  }
}

extension UnloadRefusal: CustomStringConvertible {
  /// One sentence.
  public var description: String { "\(name) keeps its view: \(reason)." }
}
