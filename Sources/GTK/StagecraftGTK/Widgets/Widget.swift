#if GTK
public import CGTK

/// A GTK widget.
///
/// The wrapper holds a reference to the widget, and the wrappers of the widgets in it. GTK holds
/// references of its own: a widget that is removed from the window and is no longer wrapped is
/// destroyed.
///
/// Subclass it to wrap another widget, or to put several together:
///
/// ```swift
/// final class BookCard: Box {
///   let title = Label()
///   let borrow = Button("Borrow")
///   init() {
///     super.init(.vertical)
///     append(title)
///     append(borrow)
///   }
/// }
/// ```
@MainActor
open class Widget {
  private let pointer: UnsafeMutablePointer<GtkWidget>
  /// The wrappers of the widgets in this one.
  public private(set) final var children: [Widget] = []
  /// The wrapper that has this one among its ``children``.
  public private(set) final weak var parent: Widget?

  /// Widgets at the end of the bar of the window, or of the stage, in their order.
  ///
  /// They are shown while this widget is the view of
  ///
  /// - the top screen of a ``StackStage`` or ``LeafletStage``,
  /// - the selected tab of a ``SwitcherStage``,
  /// - the root of a window, of a sheet or of a full cover: these stay while screens in it
  ///   change. They are the outermost, those of inner views follow towards the middle.
  ///
  /// ```swift
  /// override func viewDidLoad() {
  ///   view.barActions = [Button("Borrow") { [weak self] in self?.borrow() }]
  /// }
  /// ```
  ///
  /// A change is shown at once. The widgets live as long as this one does, and must be in no other.
  public final var barActions: [Widget] = [] {
    didSet { if !barActions.elementsEqual(oldValue, by: ===) { refreshBar() } }
  }

  /// Widgets at the start of the bar, after the back button, in their order: otherwise as
  /// ``barActions``.
  public final var barStartActions: [Widget] = [] {
    didSet { if !barStartActions.elementsEqual(oldValue, by: ===) { refreshBar() } }
  }

  /// A line below the title in the bar, while this widget is a view as described at
  /// ``barActions``; that of the innermost such view is shown.
  public final var barSubtitle = "" {
    didSet { if barSubtitle != oldValue { refreshBar() } }
  }

  private func refreshBar() {
    var widget: Widget? = self
    while let next = widget {
      if let user = next as? any BarUser, let bar = user.stageBar { return bar.refresh() }
      widget = next.parent
    }
  }

  /// Wraps a widget.
  ///
  /// - Parameter makeWidget: A new widget, or one that GTK holds: the wrapper takes a reference of
  ///   its own.
  /// - Precondition: The toolkit is ready, as it is inside ``GTKApplication/run(_:)``.
  public init(_ makeWidget: @autoclosure () -> UnsafeMutablePointer<GtkWidget>?) {
    // Checked before GTK is called, which would crash.
    require(
      gtk_is_initialized() != 0,
      """
      GTK is not ready. Create widgets and windows inside the closure of `GTKApplication.run`, or \
      after `GTKApplication.prepareToolkit()`.
      """)
    let made = makeWidget()
    require(
      isInstance(made, of: gtk_widget_get_type()),
      "The pointer \(made.map { "\($0)" } ?? "nil") is not one to a widget.")
    let widget = made!
    pointer = widget
    g_object_ref_sink(widget)
    WidgetCensus.shared.wrapped(widget)
  }

  isolated deinit {
    WidgetCensus.shared.unwrapped()
    g_object_unref(pointer)
  }

  /// Calls a closure with the widget.
  ///
  /// The wrapper lives until the closure has returned; the pointer must not be used longer. An
  /// optimizing compiler destroys a wrapper after its last use, so a pointer that is read from one
  /// may be dangling in the next line.
  ///
  /// - Parameter body: A closure that uses the widget.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  public final func withRaw<Result, Failure: Error>(
    _ body: (UnsafeMutablePointer<GtkWidget>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(pointer)
  }

  /// Calls a closure with the widget as an instance of its type in C.
  ///
  /// - Parameters:
  ///   - type: The type of the instance, such as `GtkButton`.
  ///   - body: A closure that uses the widget.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  public final func withRaw<Instance, Result, Failure: Error>(
    as type: Instance.Type, _ body: (UnsafeMutablePointer<Instance>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: type))
  }

  /// Calls a closure with the widget, for types that C does not describe.
  ///
  /// - Parameter body: A closure that uses the widget.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  public final func withOpaque<Result, Failure: Error>(
    _ body: (OpaquePointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(OpaquePointer(pointer))
  }

  /// Whether a pointer is that of the widget.
  ///
  /// - Parameter other: A pointer to a widget; it is not accessed.
  /// - Returns: Whether both are the same widget.
  public final func wraps(_ other: UnsafeMutablePointer<GtkWidget>?) -> Bool { pointer == other }

  // MARK: For subclasses

  /// Holds the wrapper of a widget that is put into this one.
  ///
  /// Call this method before GTK receives the widget.
  ///
  /// - Parameter child: The wrapper.
  /// - Precondition: The child has no parent. It is no window, and this widget is not in it.
  public final func adopt(_ child: Widget) {
    require(
      child.parent == nil && child.withRaw { gtk_widget_get_parent($0) } == nil,
      "“\(child.name)” is in another widget. Remove it there first.")
    require(
      child.withRaw { !isInstance($0, of: gtk_root_get_type()) },
      "“\(child.name)” is a window, which cannot be in another widget.")
    var outer: Widget? = self
    while let next = outer {
      require(next !== child, "“\(child.name)” cannot be in itself.")
      outer = next.parent
    }
    child.parent = self
    children.append(child)
  }

  final func isInside(_ other: Widget) -> Bool {
    withRaw { own in other.withRaw { gtk_widget_is_ancestor(own, $0) != 0 } }
  }

  /// Releases the wrapper of a widget that was removed from this one.
  ///
  /// Call this method after GTK has removed the widget.
  ///
  /// - Parameter child: The wrapper.
  public final func disown(_ child: Widget) {
    guard child.parent === self else { return }
    child.parent = nil
    children.removeAll { $0 === child }
  }

  /// Connects a handler to a signal of the widget.
  ///
  /// - Parameters:
  ///   - signal: The name of the signal, as in `map` or `notify::has-focus`.
  ///   - body: Called whenever the widget emits the signal. It must not retain the widget.
  /// - Returns: The connection, which also ends with the widget.
  @discardableResult
  public final func on(
    _ signal: String, _ body: @escaping @MainActor (SignalParameters) -> Void
  ) -> SignalConnection {
    SignalConnection(pointer, signal) { parameters in
      body(parameters)
      return nil
    }
  }

  /// Connects a handler to a signal of the widget that expects an answer.
  ///
  /// - Parameters:
  ///   - signal: The name of the signal, as in `close-request`.
  ///   - body: Called whenever the widget emits the signal; it returns whether the signal was
  ///     handled. It must not retain the widget.
  /// - Returns: The connection, which also ends with the widget.
  @discardableResult
  public final func onAsked(
    _ signal: String, _ body: @escaping @MainActor (SignalParameters) -> Bool
  ) -> SignalConnection {
    SignalConnection(pointer, signal) { body($0) }
  }
}
#endif
