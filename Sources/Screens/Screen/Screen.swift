internal import StageFloor

/// A screen that creates its view on demand, is notified when it appears and disappears, and
/// releases the view under memory pressure while it is hidden.
///
/// `View` is the toolkit's view type: a widget, a `UIView`, or a test double. Declare it once in an
/// app, and let all screens inherit from that declaration.
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
/// The default implementations of the overridable methods are empty, so none needs to call `super`.
///
/// A screen may be destroyed on any thread. Its view and the values of its ``AnyScreen/ViewBound``
/// properties are destroyed on the main actor; other stored properties of a subclass are destroyed
/// where the screen is.
@MainActor
open class Screen<View: AnyObject>: AnyScreen {
  @exclusivity(unchecked)
  nonisolated(unsafe) private var storedView: View?  // guard: the main actor, or `deinit`
  private weak var formerView: View?

  /// Creates a screen, without a view.
  ///
  /// - Parameter application: The application that the screen belongs to until it is added to a
  ///   container.
  public override init(in application: ScreenApplication = .shared) {
    super.init(in: application)
  }

  deinit { MainActorDestroyer.destroy(&storedView) }

  /// Creates the view; every screen overrides this method.
  ///
  /// Called when the view is first needed, and again when it is needed after it was unloaded.
  /// Create a new view each time: returning the unloaded one frees no memory and is reported as
  /// ``ScreenEvent/Kind/reusedView``. Accessing ``view`` in here would recurse without end, and
  /// traps.
  ///
  /// - Returns: The view, to be filled in ``AnyScreen/viewDidLoad()``.
  open func loadView() -> View {
    misuse("\(name) must override loadView() to create its view.")
  }

  /// The view, which is created now if there is none.
  ///
  /// It stays the same until it is unloaded, which happens only while the screen is hidden. Do not
  /// store it; access this property instead.
  public final var view: View {
    loadViewIfNeeded()
    guard let storedView else {
      misuse(
        """
        \(name) is asked for its view, which was unloaded again from inside viewDidLoad() or \
        restoreState(from:). Do not unload a view while it is needed.
        """)
    }
    return storedView
  }

  /// The view, if it is loaded.
  ///
  /// Accessing this property never creates it.
  public final var viewIfLoaded: View? { storedView }

  public final override var anyViewIfLoaded: AnyObject? { storedView }

  final override var viewType: AnyObject.Type? { View.self }

  final override func makeAndKeepView() {
    let view = loadView()
    storedView = view
    if let formerView, formerView === view { note(.reusedView) }
    formerView = nil
  }

  final override func releaseView() -> AnyObject? {
    formerView = storedView
    return storedView.take()
  }
}
