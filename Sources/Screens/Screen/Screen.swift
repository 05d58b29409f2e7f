internal import StageFloor

/// A screen: it makes its view when somebody first needs it, hears when it appears and disappears,
/// and gives the view back when memory is short and nobody sees it.
///
/// `View` is whatever the toolkit calls so: a widget, a `UIView`, a test's double. An app says so
/// once, and its screens inherit from that.
///
/// ```swift
/// typealias LibraryScreen = Screen<Widget>
///
/// final class BookScreen: LibraryScreen {
///   let book: Book
///
///   init(_ book: Book) {
///     self.book = book
///     super.init()
///     title = book.title
///   }
///
///   override func loadView() -> Widget { Label(book.title) }
///
///   override func viewWillAppear(_ context: TransitionContext) {
///     print("The reader comes to \(book.title).")
///   }
/// }
/// ```
///
/// The methods to override do nothing here, so that none of them needs to call `super`.
///
/// A screen may end on any thread. Its view, and what is in its ``ViewBound`` properties, ends on the
/// main actor; other stored properties of a subclass end where the screen does.
@MainActor
open class Screen<View: AnyObject>: AnyScreen {
  nonisolated(unsafe) private var storedView: View?  // guard: the main actor, or `deinit`
  /// The view that was unloaded last, until the next one is made.
  private weak var formerView: View?

  /// Makes a screen, and no view.
  ///
  /// - Parameter application: where the screen belongs until a container takes it.
  public override init(in application: ScreenApplication = .shared) {
    super.init(in: application)
  }

  deinit { MainActorParcel.end(&storedView) }

  /// Makes the view; every screen overrides this.
  ///
  /// Called when the view is first needed, and again when it is needed after it was unloaded. It is
  /// to make a new view each time: to return the one that was unloaded is reported as
  /// ``ScreenEvent/Kind/reusedView``, and gives back no memory. Asking for ``view`` in here is a trap that says so: there would be
  /// no end to it.
  ///
  /// - Returns: the view, to be filled in ``AnyScreen/viewDidLoad()``.
  open func loadView() -> View {
    misuse("\(name) does not override loadView(), which is to make its view.")
  }

  /// The view; made now, if there is none.
  ///
  /// It stays the same until it is unloaded, which happens only while nobody sees it. Do not store
  /// it: ask for it.
  public final var view: View {
    loadViewIfNeeded()
    guard let storedView else {
      misuse(
        """
        \(name) is asked for its view, which was unloaded again by what viewDidLoad() or \
        restoreState(from:) set off. Do not unload a view while it is needed.
        """)
    }
    return storedView
  }

  /// The view, if there is one; asking makes none.
  public final var viewIfLoaded: View? { storedView }

  public final override var anyViewIfLoaded: AnyObject? { storedView }

  final override var viewType: AnyObject.Type? { View.self }

  final override func makeAndKeepView() {
    let view = loadView()
    storedView = view
    if let formerView, formerView === view { note(.reusedView) }
    formerView = nil
  }

  final override func letGoOfView() -> AnyObject? {
    formerView = storedView
    return storedView.take()
  }
}
