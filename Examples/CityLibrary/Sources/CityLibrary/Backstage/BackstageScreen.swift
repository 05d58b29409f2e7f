import Foundation
import LibraryModel
import Stagecraft
import StagecraftGTK

/// What a developer keeps open: figures, memory, lanes, and pressure on demand.
final class BackstageScreen: LibraryScreen {
  @ViewBound private var tiles: [FigureTile] = []
  @ViewBound private var memory: DrawingArea
  @ViewBound private var legend: Label
  @ViewBound private var details: Box
  @ViewBound private var levelRow: Box
  @ViewBound private var lanes: DrawingArea
  @ViewBound private var spans: RecentSpans?
  private var ticker: Task<Void, Never>?

  override init(_ app: CityApp) {
    super.init(app)
    title = text("Backstage")
  }

  override var restorationName: String? { "backstage" }

  private static let colors = [0x62a0ea, 0x57e389, 0xffa348, 0xc061cb, 0xf66151].map {
    Color(UInt32($0))
  }

  override func makeView() {
    let names = ["Maps and pages", "Copies on loan", "Operations", "Main thread"]
    for (name, color) in zip(names, [0, 2, 1, 4]) {
      tiles.append(FigureTile(text(name), Self.colors[color]))
    }
    let figures = FlowBox(spacing: 12, perLine: 1...4, tiles)
    memory = DrawingArea(label: text("Memory"))
    memory.setContentSize(width: 200, height: 22)
    memory.onDraw = { [weak self] in self?.drawMemory(on: $0) }
    legend = Label(wraps: true)
    legend.addStyle("caption")
    legend.addStyle("numeric")
    legend.expandsHorizontally = true
    let levels: [(String, PressureLevel)] = [
      (text("Elevated"), .elevated), (text("High"), .high), (text("Critical"), .critical),
    ]
    let buttons = levels.map { name, level in
      Button(name) { [weak app] in Task { await app?.press(level) } }
    }
    levelRow = Box(.horizontal, spacing: 6, buttons)
    details = Box(.horizontal, spacing: 6, [legend, levelRow])
    let memoryCard = card([memory, details])
    lanes = DrawingArea(label: text("Last ten seconds"))
    lanes.setContentSize(width: 200, height: 150)
    lanes.onDraw = { [weak self] in self?.drawLanes(on: $0) }
    let page = Box(
      .vertical, spacing: 12,
      [
        figures, heading(text("Memory")), memoryCard, heading(text("Last ten seconds")),
        card([lanes]),
      ]
    )
    page.setMargin(24)
    (view as? Box)?.append(ScrolledView(page))
    let save = button(text("Save Report…"), icon: "document-save-symbolic") { [weak self] in
      self?.saveReport()
    }
    view.barActions = [save]
  }

  override func layOut() {
    details.direction = app.isNarrow ? .vertical : .horizontal
    let isTight = app.isNarrow && Appearance.textScale > 1.2
    levelRow.direction = isTight ? .vertical : .horizontal
    // Beside a title that would be cut, the window's own button does.
    let close = Button(text("Close")) { [weak self] in self?.dismiss() }
    view.barStartActions = app.isNarrow ? [] : [close]
  }

  private func heading(_ text: String) -> Label {
    let label = Label(text)
    label.addStyle("heading")
    return label
  }

  private func card(_ widgets: [Widget]) -> Box {
    let card = Box(.vertical, spacing: 10, widgets)
    card.addStyle("card")
    card.addStyle("tile")
    return card
  }

  // MARK: Figures

  override func viewDidAppear(_ context: TransitionContext) {
    ticker = Task { [weak self] in
      while !Task.isCancelled {
        await self?.measure()
        try? await Task.sleep(for: .milliseconds(500))
      }
    }
  }

  override func viewDidDisappear(_ context: TransitionContext) { ticker?.cancel() }

  private func measure() async {
    // A recording of 100,000 events is read off the main actor.
    let (late, spans) = await Task.detached { [timeline = app.timeline] in
      let recording = timeline.recording
      return (recording.lateness, RecentSpans(recording))
    }.value
    guard isViewLoaded, let library = app.library else { return }
    self.spans = spans
    let (maps, pages) = (BranchScreen.maps.snapshot, BranchScreen.pages.snapshot)
    tiles[0].show(
      (maps.onLoan + pages.onLoan).grouped,
      text("maps %d, pages %d, idle %d", maps.onLoan, pages.onLoan, maps.idle + pages.idle),
      Double(maps.onLoan + pages.onLoan))
    let lent = library.lending.loans.list.count
    tiles[1].show(lent.grouped, text("%d in line", library.lending.holds.list.count), Double(lent))
    let operations = app.manager.operations
    tiles[2].show(
      text("%d running", operations.count), text("%d orders", library.desk.orders.list.count),
      Double(operations.count))
    tiles[3].show(
      text("%.1f ms late", late.last), text("worst of a minute: %.0f ms", late.worst), late.last)
    let covers = app.covers.cache.statistics
    legend.text = text(
      "covers %d MB · %d covers, %.0f %% found · resident %d MB", covers.bytes >> 20, covers.count,
      (covers.hitRatio ?? 0) * 100, residentMegabytes)
    memory.redraw()
    lanes.redraw()
  }

  private func drawMemory(on canvas: Canvas) {
    let limit = Double(max(residentMegabytes, 1))
    canvas.rectangle(0, 0, canvas.width, canvas.height, corner: 6)
    canvas.clip()
    canvas.paint(Color(0x808080).withOpacity(0.2))
    let width = Double(app.covers.cache.bytes >> 20) / limit * canvas.width
    let isReversed = Appearance.textDirection == .rightToLeft
    canvas.rectangle(isReversed ? canvas.width - width : 0, 0, width, canvas.height)
    canvas.fill(Self.colors[0])
  }

  private func drawLanes(on canvas: Canvas) {
    guard let spans else { return }
    let start = spans.start
    let ink = lanes.textColor
    for (row, object) in spans.objects.prefix(6).enumerated() {
      let top = Double(row) * 25
      canvas.draw(
        TextLayout(object.name, Font(size: 11), width: 92, maximumLines: 1), 0, top + 4, ink)
      for span in spans.spans where span.object == object.id {
        let from = max((span.start - start) / .seconds(10), 0)
        let to = min((span.end - start) / .seconds(10), 1)
        let room = canvas.width - 100
        canvas.rectangle(100 + from * room, top + 4, max(2, (to - from) * room), 16, corner: 3)
        canvas.fill(Self.colors[row % Self.colors.count].withOpacity(0.8))
      }
    }
  }

  private func saveReport() {
    attempt { [app, view, weak self] in
      let chooser = FileChooser(text("Save Report"), filters: [.init("HTML", ["*.html"])])
      let name = "city-library-\(Date().formatted(.iso8601.year().month().day())).html"
      guard let path = await chooser.save(over: view, name: name) else { return }
      try await Task.detached { [timeline = app.timeline] in
        try timeline.report(to: path, title: "City Library")
      }.value
      app.show(text("The report was saved."), button: text("Open")) { [weak self] in
        self?.attempt { try await app.window.view.openElsewhere(path) }
      }
    }
  }
}

extension CityApp {
  /// Plays memory pressure of a level, and says what it has released.
  func press(_ level: PressureLevel) async {
    let before = residentMegabytes
    _ = await shortage.press(level)
    show(text("Released: %d MB before, %d MB after", before, residentMegabytes))
  }
}

/// The memory of this process that is in the machine.
var residentMegabytes: Int {
  let data = try? FileHandle(forReadingAtPath: "/proc/self/statm")?.readToEnd()
  let text = String(decoding: data ?? Data(), as: UTF8.self)
  guard let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
  else { return 0 }
  return (pages * 4_096) >> 20
}

/// What ran in the last ten seconds.
private struct RecentSpans: Sendable {
  let start: Duration
  let spans: [TimelineSpan]
  let objects: [TimelineObject]

  init(_ recording: TimelineRecording) {
    let end = recording.duration
    start = max(.zero, end - .seconds(10))
    let spans = recording.spans(in: start..<end)
    self.spans = spans
    objects = recording.objects.filter { object in spans.contains { $0.object == object.id } }
  }
}

extension TimelineRecording {
  /// How late the main actor has answered, in milliseconds.
  fileprivate var lateness: (last: Double, worst: Double) {
    let minute = events(in: max(.zero, duration - .seconds(60))..<duration)
    let times = minute.compactMap { event -> Double? in
      guard case .period(.late, let time, _) = event.kind else { return nil }
      return time / .milliseconds(1)
    }
    return (times.last ?? 0, times.max() ?? 0)
  }
}
