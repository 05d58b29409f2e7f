#if GTK
internal import CGTK
internal import CStageGTK

extension Widget {
  /// Lets the user drag something from the widget.
  ///
  /// With a drop target on each row, the user reorders a list:
  ///
  /// ```swift
  /// final class OrderRow: Label {
  ///   var order: Int?
  ///   init(_ move: @escaping @MainActor (Drop, Int) -> Bool) {
  ///     super.init()
  ///     addDragSource(.items("order")) { [weak self] in self?.order.map { "\($0)" } }
  ///     addDropTarget(.items("order")) { [weak self] drop in
  ///       guard let order = self?.order else { return false }
  ///       return move(drop, order)
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - kind: What is dragged.
  ///   - isMove: Whether it moves, or is copied.
  ///   - icon: Called when a drag begins; returns what the pointer carries, such as a cover. Nil
  ///     for the widget's own image.
  ///   - onEnd: Called when the drag has ended, with whether a target has accepted it.
  ///   - payload: Called when a drag begins; returns the text or the identifier, or nil if there is
  ///     nothing to drag. It must not retain the widget.
  public func addDragSource(
    _ kind: DragKind = .text, isMove: Bool = true,
    icon: (@MainActor () -> Texture?)? = nil, onEnd: (@MainActor (Bool) -> Void)? = nil,
    payload: @escaping @MainActor () -> String?
  ) { addDragSource(kind.type, isMove, icon, onEnd, payload) }

  func addDragSource(
    _ type: GType, _ isMove: Bool, _ icon: (@MainActor () -> Texture?)?,
    _ onEnd: (@MainActor (Bool) -> Void)?, _ payload: @escaping @MainActor () -> String?
  ) {
    let calls = DragCalls(payload: payload, icon: icon, onEnd: onEnd)
    var functions = StageDragFunctions(
      payload: { data in onMainThread(data) { $0.copyPayload() } },
      icon: { data in onMainThread(data) { $0.retainedIcon() } },
      ended: { data, isAccepted in onMainThread(data) { $0.onEnd?(isAccepted != 0) } },
      destroy: { DragCalls.release($0) })
    withRaw {
      stage_drag_source_add(
        $0, type, isMove ? 1 : 0, &functions, Unmanaged.passRetained(calls).toOpaque())
    }
  }

  /// Lets the user drop something on the widget.
  ///
  /// GTK draws a frame around the widget while something that it accepts is above it.
  ///
  /// - Parameters:
  ///   - kind: What is accepted.
  ///   - onHover: Called when something that the widget accepts is above it, with the distances from
  ///     its edges, and with nil when it has left.
  ///   - onDrop: Called when something is dropped; returns whether it is accepted. It must not
  ///     retain the widget.
  public func addDropTarget(
    _ kind: DragKind = .text, onHover: (@MainActor ((x: Double, y: Double)?) -> Void)? = nil,
    onDrop: @escaping @MainActor (Drop) -> Bool
  ) { addDropTarget(kind.type, onHover, onDrop) }

  func addDropTarget(
    _ type: GType, _ onHover: (@MainActor ((x: Double, y: Double)?) -> Void)?,
    _ onDrop: @escaping @MainActor (Drop) -> Bool
  ) {
    let calls = DropCalls(widget: self, onHover: onHover, onDrop: onDrop)
    var functions = StageDropFunctions(
      drop: { data, payload, x, y in
        nonisolated(unsafe) let (data, payload) = (data!, payload)  // guard: `onMainThread`
        return onMainThread {
          Unmanaged<DropCalls>.fromOpaque(data).takeUnretainedValue().drop(payload, x, y) ? 1 : 0
        }
      },
      hover: { data, isOver, x, y in
        nonisolated(unsafe) let data = data!  // guard: `onMainThread` stops on any other thread
        onMainThread {
          Unmanaged<DropCalls>.fromOpaque(data).takeUnretainedValue()
            .onHover?(isOver != 0 ? (x, y) : nil)
        }
      },
      destroy: { data in
        nonisolated(unsafe) let data = data!  // guard: `onMainThread` stops on any other thread
        onMainThread { Unmanaged<DropCalls>.fromOpaque(data).release() }
      })
    withRaw {
      stage_drop_target_add($0, type, &functions, Unmanaged.passRetained(calls).toOpaque())
    }
  }
}

private func onMainThread<Result>(
  _ data: UnsafeMutableRawPointer?, _ body: @MainActor (DragCalls) -> Result
) -> Result {
  nonisolated(unsafe) let data = data!  // guard: `onMainThread` stops on any other thread
  nonisolated(unsafe) var result: Result?  // guard: set before the call returns
  onMainThread { result = body(Unmanaged<DragCalls>.fromOpaque(data).takeUnretainedValue()) }
  return result!
}

@MainActor
private final class DragCalls {
  let payload: @MainActor () -> String?
  let icon: (@MainActor () -> Texture?)?
  let onEnd: (@MainActor (Bool) -> Void)?

  init(
    payload: @escaping @MainActor () -> String?, icon: (@MainActor () -> Texture?)?,
    onEnd: (@MainActor (Bool) -> Void)?
  ) {
    self.payload = payload
    self.icon = icon
    self.onEnd = onEnd
  }

  /// The caller frees it.
  func copyPayload() -> UnsafeMutablePointer<CChar>? { payload().flatMap { g_strdup($0) } }

  /// The caller owns a reference.
  func retainedIcon() -> OpaquePointer? {
    icon?()?.withPaintable { OpaquePointer(g_object_ref(UnsafeMutableRawPointer($0))) }
  }

  nonisolated static func release(_ data: UnsafeMutableRawPointer?) {
    nonisolated(unsafe) let data = data!  // guard: `onMainThread` stops on any other thread
    onMainThread { Unmanaged<DragCalls>.fromOpaque(data).release() }
  }
}

@MainActor
private final class DropCalls {
  private weak var widget: Widget?
  let onHover: (@MainActor ((x: Double, y: Double)?) -> Void)?
  private let onDrop: @MainActor (Drop) -> Bool

  init(
    widget: Widget, onHover: (@MainActor ((x: Double, y: Double)?) -> Void)?,
    onDrop: @escaping @MainActor (Drop) -> Bool
  ) {
    self.widget = widget
    self.onHover = onHover
    self.onDrop = onDrop
  }

  func drop(_ payload: UnsafePointer<CChar>?, _ x: Double, _ y: Double) -> Bool {
    guard let widget, let payload else { return false }
    return onDrop(
      Drop(
        payload: String(cString: payload), x: x, y: y,
        isInLowerHalf: y > Double(widget.height) / 2))
  }
}
#endif
