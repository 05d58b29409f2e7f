internal import StageFloor

extension AnyScreen {
  /// A property of a screen that is reset with the screen's view: a label, a button, the rows of a
  /// form.
  ///
  /// Set it in ``Screen/loadView()`` or ``AnyScreen/viewDidLoad()``. When the view is unloaded, the
  /// property is reset, so that it does not keep a part of the old view alive. When the view is
  /// created again, the property is set again.
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
  /// - A property without an initial value must be set before it is read; reading it without a
  ///   value traps with a message that names the screen. Where there may be no view, read it with a
  ///   `$`, as above: the result is then nil.
  /// - An optional property is nil until it is set.
  /// - A property with an initial value evaluates it on the first read, and again after the view
  ///   was unloaded.
  ///
  /// Reading costs no more than a check and allocates nothing. An array that is changed in place is
  /// copied each time: collect its elements first, and set it once.
  ///
  /// A value set while there is no view stays until the next view is unloaded. The value is
  /// destroyed on the main actor, wherever the screen is destroyed.
  @MainActor
  @propertyWrapper
  public final class ViewBound<Value> {
    @usableFromInline
    nonisolated(unsafe) var value: Value?  // guard: the main actor, or `deinit`

    private let origin: Origin
    private var isRegistered = false

    private enum Origin {
      /// Must be set before it is read.
      case isSet
      /// The given value until it is set.
      case isSetOrNil(Value)
      /// Evaluated by the closure on the first read.
      case isMade(() -> Value)
    }

    /// Creates a property that must be set before it is read.
    public init() {
      origin = .isSet
    }

    /// Creates a property that is nil until it is set.
    public init() where Value: ExpressibleByNilLiteral {
      origin = .isSetOrNil(nil)
    }

    /// Creates a property whose value is created on the first read, and again after the view was
    /// unloaded.
    ///
    /// - Parameter wrappedValue: The initial value; evaluated again each time.
    public init(wrappedValue: @autoclosure @escaping () -> Value) {
      origin = .isMade(wrappedValue)
    }

    deinit { MainActorDestroyer.destroy(&value) }

    /// Unavailable: only properties of screens can be bound to a view.
    @available(*, unavailable, message: "only properties of screens can be bound to a view")
    public var wrappedValue: Value {
      get { misuse("Only properties of screens can be bound to a view.") }
      set { misuse("Only properties of screens can be bound to a view.") }
    }

    /// The value, or nil if there is none.
    ///
    /// Accessing this property never creates the value.
    @inlinable
    public var projectedValue: Value? { value }

    /// Accesses the property on behalf of the compiler.
    ///
    /// - Parameters:
    ///   - screen: The screen that declares the property.
    ///   - wrapped: The property.
    ///   - storage: The wrapper behind the property.
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
          : "There is no view: check isViewLoaded first, or read it with a $, which returns nil."
        misuse(
          """
          \(screen.name) reads a property of type \(Value.self) that is bound to its view, while \
          it has no value. \(advice)
          """)
      }
    }

    @usableFromInline
    func set(_ newValue: Value, in screen: AnyScreen) {
      if !isRegistered {
        isRegistered = true
        screen.record.viewBounds.append { [self] in reset() }
      }
      // The destruction of the old value may run arbitrary code, so it follows the assignment.
      let old = value
      value = newValue
      _ = old
    }

    /// The caller releases the old value, because its destruction may run arbitrary code.
    private func reset() -> Any? {
      isRegistered = false
      return value.take()
    }
  }

  /// The old values: release them where arbitrary code may run.
  @discardableResult
  final func resetViewBounds() -> [Any] {
    guard let bounds = storedRecord?.viewBounds, !bounds.isEmpty else { return [] }
    storedRecord?.viewBounds = []
    return bounds.compactMap { $0() }
  }
}
