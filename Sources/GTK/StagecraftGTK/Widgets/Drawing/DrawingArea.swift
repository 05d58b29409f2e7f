#if GTK
internal import CGTK
internal import CStageGTK

/// A widget that a program draws, such as a chart.
///
/// ```swift
/// let chart = DrawingArea(label: "Loans per hour", height: 120) { [weak model] canvas in
///   for (hour, count) in (model?.loans ?? []).enumerated() {
///     canvas.rectangle(Double(hour) * 10, canvas.height, 8, -Double(count))
///   }
///   canvas.fill(Color(0x3584e4))
/// }
/// ```
open class DrawingArea: Widget {
  /// Draws the widget: called whenever GTK needs it, with a canvas of its current size.
  ///
  /// It must not retain the widget. A change of the closure draws the widget again.
  public var onDraw: (@MainActor (Canvas) -> Void)? { didSet { redraw() } }

  /// Creates a widget.
  ///
  /// - Parameters:
  ///   - label: What assistive technologies call it.
  ///   - width: The natural width in pixels.
  ///   - height: The natural height in pixels.
  ///   - onDraw: Draws the widget.
  public init(
    label: String = "", width: Int = 0, height: Int = 0,
    onDraw: (@MainActor (Canvas) -> Void)? = nil
  ) {
    self.onDraw = onDraw
    super.init(stage_drawing_area_new())
    if !label.isEmpty { setAccessibleLabel(label) }
    setContentSize(width: width, height: height)
    let drawing = Unmanaged.passRetained(Drawing(self)).toOpaque()
    withRaw(as: GtkDrawingArea.self) { area in
      gtk_drawing_area_set_draw_func(
        area,
        { _, context, width, height, data in
          // guard: `onMainThread` stops on any other thread
          nonisolated(unsafe) let (context, data) = (context!, data!)  // guard: see above
          onMainThread {
            Unmanaged<Drawing>.fromOpaque(data).takeUnretainedValue().draw(
              on: context, width: Double(width), height: Double(height))
          }
        }, drawing,
        { data in
          nonisolated(unsafe) let data = data!  // guard: `onMainThread` stops on any other thread
          onMainThread { Unmanaged<Drawing>.fromOpaque(data).release() }
        })
    }
  }

  /// Sets the natural size.
  ///
  /// - Parameters:
  ///   - width: The width in pixels.
  ///   - height: The height in pixels.
  public func setContentSize(width: Int, height: Int) {
    let (width, height) = (pixels(width), pixels(height))
    withRaw(as: GtkDrawingArea.self) {
      gtk_drawing_area_set_content_width($0, width)
      gtk_drawing_area_set_content_height($0, height)
    }
  }

  /// Draws the widget again, in the next frame.
  ///
  /// The theme's changes and those of the size do so by themselves.
  public func redraw() { withRaw { gtk_widget_queue_draw($0) } }

  @MainActor
  private final class Drawing {
    private weak var area: DrawingArea?
    init(_ area: DrawingArea) { self.area = area }

    func draw(on context: OpaquePointer, width: Double, height: Double) {
      let canvas = Canvas(context, width: width, height: height)
      area?.onDraw?(canvas)
      canvas.end()
    }
  }
}
#endif
