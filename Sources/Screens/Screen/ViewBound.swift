internal import StageFloor

/// A property of a screen that goes with the screen's view: a label, a button, the rows of a form.
///
/// Set it in ``Screen/loadView()`` or ``AnyScreen/viewDidLoad()``. When the view is unloaded the
/// property is reset, so that it does not keep a part of the old view alive; when the view is made
/// again, it is set again.
///
/// ```swift
/// final class BranchScreen: LibraryScreen {
///   @ViewBound private var opening: Label
///   @ViewBound private var notice: Label?
///   @ViewBound private var shelves: [Label] = []
///
///   override func loadView() -> Widget { Column() }
///
///   override func viewDidLoad() {
///     opening = Label("9 to 5")
///     shelves.append(Label("Poetry"))
///   }
///
///   func extendOpening() {
///     $opening?.text = "9 to 8"
///   }
/// }
/// ```
///
/// - A property without an initial value must be set before it is read; reading it while it has no
///   value is a trap that names the screen. Read it with a `$`, as above, wherever there may be no
///   view: that gives nil then.
/// - An optional property is nil until it is set.
/// - A property with an initial value has it made when it is first read, and again after the view
///   was unloaded.
///
/// Reading it costs no more than a check and allocates nothing. An array that is changed in place is
/// copied each time: collect what is to be in it, and set it once.
///
/// A value that was set while there is no view stays until the next view is unloaded. What is in
/// the property ends on the main actor, wherever the screen ends.
@MainActor
@propertyWrapper
public final class ViewBound<Value> {
  @usableFromInline
  nonisolated(unsafe) var value: Value?  // guard: the main actor, or `deinit`

  private let origin: Origin
  private var isRegistered = false

  private enum Origin {
    /// From whoever sets it; until then there is none.
    case isSet
    /// From whoever sets it; until then this.
    case isSetOrNil(Value)
    /// From here.
    case isMade(() -> Value)
  }

  /// A property that must be set before it is read.
  public init() {
    origin = .isSet
  }

  /// A property that is nil until it is set.
  public init() where Value: ExpressibleByNilLiteral {
    origin = .isSetOrNil(nil)
  }

  /// A property that is made when it is first read, and again after the view was unloaded.
  ///
  /// - Parameter wrappedValue: makes it; called again each time.
  public init(wrappedValue: @autoclosure @escaping () -> Value) {
    origin = .isMade(wrappedValue)
  }

  deinit { MainActorParcel.end(&value) }

  /// Only properties of screens are bound to a view.
  @available(*, unavailable, message: "only properties of screens can be bound to a view")
  public var wrappedValue: Value {
    get { misuse("Only properties of screens can be bound to a view.") }
    set { misuse("Only properties of screens can be bound to a view.") }
  }

  /// The value, or nil while there is none; asking makes none.
  @inlinable
  public var projectedValue: Value? { value }

  /// The property as its screen sees it; the compiler calls this.
  ///
  /// - Parameters:
  ///   - screen: whose property it is.
  ///   - wrapped: the property.
  ///   - storage: this behind the property.
  @inlinable
  public static subscript<Owner: AnyScreen>(
    _enclosingInstance screen: Owner,
    wrapped wrapped: ReferenceWritableKeyPath<Owner, Value>,
    storage storage: ReferenceWritableKeyPath<Owner, ViewBound>
  ) -> Value {
    get {
      let bound = screen[keyPath: storage]
      guard let value = bound.value else { return bound.valueWhenUnset(in: screen) }
      return value
    }
    set { screen[keyPath: storage].set(newValue, in: screen) }
  }

  @usableFromInline
  func valueWhenUnset(in screen: AnyScreen) -> Value {
    switch origin {
    case .isSetOrNil(let value):
      return value
    case .isMade(let make):
      let made = make()
      set(made, in: screen)
      return made
    case .isSet:
      let advice =
        screen.isViewLoaded
        ? "Set it in loadView() or viewDidLoad(), before anything reads it."
        : "There is no view: ask isViewLoaded first, or read it with a $, which gives nil then."
      misuse(
        """
        \(screen.name) reads a property of type \(Value.self) that is bound to its view, while it \
        has no value. \(advice)
        """)
    }
  }

  @usableFromInline
  func set(_ newValue: Value, in screen: AnyScreen) {
    if !isRegistered {
      isRegistered = true
      screen.viewBounds.append { [self] in reset() }
    }
    // What ends here may do anything, so it ends when the new value is in its place.
    let old = value
    value = newValue
    _ = old
  }

  /// What it was ends where the caller lets go of it, and may do anything there.
  private func reset() -> Any? {
    isRegistered = false
    return value.take()
  }
}

extension AnyScreen {
  /// Resets all properties that are bound to the view.
  ///
  /// - Returns: what they were, to be let go of where it does no harm if that sets anything off.
  @discardableResult
  final func resetViewBounds() -> [Any] {
    let bounds = viewBounds
    viewBounds = []
    return bounds.compactMap { $0() }
  }
}
