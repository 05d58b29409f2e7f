import StagecraftGTK

/// The last minute of a figure, as a line over a filled ground.
final class Chart: DrawingArea {
  private var values: [Double] = []
  private let color: Color

  init(_ name: String, _ color: Color) {
    self.color = color
    super.init(label: name, width: 120, height: 64)
    onDraw = { [weak self] canvas in self?.draw(on: canvas) }
  }

  /// Adds the newest value.
  func add(_ value: Double) {
    values = (values + [value]).suffix(120)
    redraw()
  }

  private func draw(on canvas: Canvas) {
    guard values.count > 1 else { return }
    let highest = max(values.max() ?? 0, 0.000_1)
    let points = values.enumerated().map { index, value in
      let place = Double(index + 120 - values.count) / 119
      return (
        x: place * canvas.width, y: canvas.height - 4 - value / highest * (canvas.height - 12)
      )
    }
    func addLine() {
      canvas.move(points[0].x, points[0].y)
      for point in points.dropFirst() { canvas.line(point.x, point.y) }
    }
    addLine()
    canvas.line(canvas.width, canvas.height)
    canvas.line(points[0].x, canvas.height)
    canvas.closePath()
    canvas.fill(color.withOpacity(0.18))
    addLine()
    canvas.stroke(color, Stroke(2, join: .round))
  }
}

/// A figure with its name, its last minute, and a sentence.
final class FigureTile: Box {
  private let value = Label()
  private let note = Label()
  private let chart: Chart

  init(_ name: String, _ color: Color) {
    chart = Chart(name, color)
    super.init(.vertical, spacing: 4)
    addStyle("card")
    addStyle("tile")
    let name = Label(name)
    for label in [name, note] {
      label.addStyle("dim-label")
      label.addStyle("caption")
      label.addStyle("numeric")
    }
    value.addStyle("title-2")
    value.addStyle("numeric")
    for widget in [name, value, chart, note] { append(widget) }
    expandsHorizontally = true
  }

  func show(_ text: String, _ note: String, _ number: Double) {
    value.text = text
    self.note.text = note
    chart.add(number)
  }
}
