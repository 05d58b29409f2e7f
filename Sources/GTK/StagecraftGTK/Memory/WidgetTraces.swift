#if GTK
internal import CGTK
internal import StagecraftScreens

@MainActor
struct WidgetTraces {
  private struct Trace {
    let widget: WeakObject
    let description: String
    /// Nil for the view itself.
    let outer: Int?
  }

  private static let limit = 10_000

  /// Outer widgets come before those in them.
  private var traces: [Trace] = []

  init(_ view: Widget) { view.withRaw { add($0, in: nil) } }

  private mutating func add(_ widget: UnsafeMutablePointer<GtkWidget>, in outer: Int?) {
    guard traces.count < Self.limit else { return }
    let index = traces.count
    traces.append(
      Trace(widget: WeakObject(widget), description: Self.describe(widget), outer: outer))
    var child = gtk_widget_get_first_child(widget)
    while let inner = child {
      add(inner, in: index)
      child = gtk_widget_get_next_sibling(inner)
    }
  }

  static func describe(_ widget: UnsafeMutablePointer<GtkWidget>) -> String {
    let instance = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self)
    let type = g_type_name_from_instance(instance).map { String(cString: $0) } ?? "GtkWidget"
    let name = gtk_widget_get_name(widget).map { String(cString: $0) } ?? type
    return name == type || name.isEmpty ? type : "\(type) “\(name)”"
  }

  var anyIsAlive: Bool { traces.contains { $0.widget.object != nil } }

  mutating func forgetRemoved() {
    guard let root = traces.first?.widget.object else { return }
    traces = traces.map { trace in
      let isInside = trace.widget.object?.withRaw(as: GtkWidget.self) { widget in
        root.withRaw(as: GtkWidget.self) { root in
          widget == root || gtk_widget_is_ancestor(widget, root) != 0
        }
      }
      return isInside == true
        ? trace : Trace(widget: WeakObject(nil), description: "", outer: trace.outer)
    }
  }

  /// The outermost widgets that are alive, as leaks.
  func leaks() -> [ScreenEvent.ViewLeak] {
    var isAlive = [Bool](repeating: false, count: traces.count)
    var leaks: [ScreenEvent.ViewLeak] = []
    for (index, trace) in traces.enumerated() {
      guard let widget = trace.widget.object else { continue }
      isAlive[index] = true
      if let outer = trace.outer, isAlive[outer] { continue }
      let holder = widget.withRaw(as: GtkWidget.self) { widget in
        gtk_widget_get_parent(widget).map { Self.describe($0) }
      }
      // A part that is in another widget now is in use.
      if trace.outer != nil, holder != nil { continue }
      leaks.append(
        ScreenEvent.ViewLeak(
          viewType: trace.description, holders: holder.map { [$0] } ?? [],
          isPart: trace.outer != nil))
    }
    return leaks
  }
}
#endif
