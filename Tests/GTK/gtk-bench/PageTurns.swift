#if Maps && WebPages
import Foundation
import StagecraftGTK
import StagecraftGTKTestKit
import StagecraftPools
import StagecraftScreens

/// Pages with a heavy view each: a map, or a web page.
///
/// Three ways to give a page its view are compared. *Fresh*: created for each page. *Recycled*: a
/// pool of two, which are filled again. *With affinity*: a pool of three, which returns to a page
/// the view that still shows it.
@MainActor
enum PageTurns {
  static func run(_ report: Report) async throws {
    try await measure(MapFilling(), report)
    try await measure(WebFilling(), report)
  }

  private static func measure<Filling: PageFilling>(
    _ filling: Filling, _ report: Report
  ) async throws {
    let name = Filling.name
    let count = report.isSmoke ? 10 : 50
    // There and back over many pages; and between three pages, where each is a return.
    let walk = Array(1...(count / 2)) + (0..<(count / 2)).reversed()
    let returns = (0..<count).map { [1, 2, 1, 0][$0 % 4] }

    // What the first view of a process costs, such as fonts and processes, is not measured.
    _ = try await Book(filling, .fresh).turn([1, 0])
    let fresh = try await Book(filling.another(), .fresh).turn(walk)
    let recycled = try await Book(filling.another(), .recycled).turn(walk)
    let affine = try await Book(filling.another(), .affine).turn(walk)
    let book = Book(filling.another(), .affine)
    _ = try await book.turn([1, 2, 1, 0], closes: false)
    var back = try await book.turn(returns, closes: false)
    back.framesToPicture = try await book.framesToPicture([1, 2, 1])
    await book.close()

    report.add("\(name): \(count) pages, fresh", fresh.description)
    report.add("\(name): \(count) pages, recycled", recycled.description)
    report.add("\(name): \(count) pages, with affinity", affine.description)
    report.add("\(name): \(count) returns, with affinity", back.description)
    report.add(
      "\(name): processor time of a return, of a new page, without painting",
      "\(back.wholeWork.ms), \(fresh.wholeWork.ms)", target: "a tenth",
      isMet: back.wholeWork <= fresh.wholeWork / 10)
    // A web page is drawn by another process, so this is a target and not an invariant.
    report.add(
      "\(name): frames until a picture shows a return", "\(back.framesToPicture)", target: "1",
      isMet: back.framesToPicture <= 1)
    report.check(
      "\(name): returns load nothing", back.loads == 0, "\(back.loads) loads")
    for (way, figures) in [(Way.fresh, fresh), (.recycled, recycled), (.affine, affine)] {
      report.check(
        "\(name): views alive, \(way.rawValue)", figures.mostAlive <= way.mostAlive,
        "\(figures.mostAlive) of \(way.mostAlive)")
    }
  }
}

/// How a page receives its view.
enum Way: String {
  case fresh
  case recycled
  case affine = "with affinity"

  /// How many views may be alive: in a turn, those of both pages are.
  var mostAlive: Int { self == .affine ? 3 : 2 }
}

/// A kind of heavy view.
@MainActor
protocol PageFilling: AnyObject {
  associatedtype View: Widget
  static var name: String { get }
  /// The largest number of views that existed at once.
  var mostAlive: Int { get }
  /// How many tiles or pages were loaded.
  var loads: Int { get }
  /// Returns a filling that has made nothing.
  func another() -> Self
  func make() -> View
  /// Shows a page.
  func fill(_ view: View, with page: Int)
  /// Whether everything is there; asked after each frame.
  func isComplete(_ view: View) -> Bool
  /// What other processes that belong to the views use.
  var foreignUse: ForeignUse { get }
}

/// What the processes behind web pages use.
struct ForeignUse {
  /// The memory in bytes, as the proportional share.
  var memory = 0
  /// The processor time in seconds, that of ended processes included.
  var processor = 0.0
}

/// What was measured.
struct TurnFigures: CustomStringConvertible {
  var paint: [Double] = []
  var frames: [Double] = []
  /// The processor time of the main thread.
  var main: [Double] = []
  /// The processor time of the main thread without painting.
  var mainWork: [Double] = []
  /// The processor time of all threads without painting.
  var work: [Double] = []
  var mostAlive = 0
  var loads = 0
  var memory = 0
  var foreign = ForeignUse()
  var framesToPicture = 0

  /// The processor time of one page in other processes.
  var foreignTime: Double { foreign.processor / Double(max(main.count, 1)) }

  /// The processor time of one page in all threads and processes, without painting.
  var wholeWork: Double { work.median + foreignTime }

  var description: String {
    let foreign =
      self.foreign.memory == 0
      ? ""
      : ", web processes \(foreignTime.ms) a page and \(self.foreign.memory >> 20) MB"
    return """
      painted after \(paint.median.ms) (\(Int(frames.median)) frames, worst \(paint.worst.ms)), \
      \(main.median.ms) of the main thread (\(mainWork.median.ms) without painting, \
      \(work.median.ms) with other threads), \(mostAlive) views, \(memory >> 20) MB\(foreign)
      """
  }
}

extension [Double] {
  fileprivate var median: Double { isEmpty ? 0 : sorted()[count / 2] }
  fileprivate var worst: Double { self.max() ?? 0 }
}

/// A window with pages, which are turned.
@MainActor
private final class Book<Filling: PageFilling> {
  private let filling: Filling
  private let pages: PageScreen<Widget>
  private let top: ScreenWindow<Widget>
  private let window: TestWindow

  init(_ filling: Filling, _ way: Way) {
    self.filling = filling
    let application = ScreenApplication()
    var views: LocalPool<Filling.View>?
    if way != .fresh {
      views = LocalPool(maximumIdle: way.mostAlive) { filling.make() }
      views?.warmUp(to: way.mostAlive)
    }
    pages = PageScreen<Widget>(count: 60, stage: Self.stage(), in: application) { [views] in
      HeavyPage($0, filling, views, keepsContent: way == .affine, in: application)
    }
    top = ScreenWindow<Widget>(root: pages, stage: Self.stage(), in: application)
    window = TestWindow(top.view, width: 800, height: 600)
  }

  private static func stage() -> ClosureStage<Widget> {
    ClosureStage(
      makeView: { Bin() },
      show: { bin, scene in (bin as? Bin)?.content = scene.visibleItems.last?.view })
  }

  /// Turns to one page after the other, and waits until each is painted.
  func turn(_ positions: [Int], closes: Bool = true) async throws -> TurnFigures {
    if !top.isOpen {
      _ = await top.open().outcome
      try await window.open()
      try await complete(0)
    }
    var figures = TurnFigures()
    let loads = filling.loads
    let foreign = filling.foreignUse.processor
    let meter = PaintMeter(window)
    for position in positions {
      // Each turn begins with a new frame.
      try await window.nextFrames()
      let (wall, main, all) = (Clock.wall, Clock.thread, Clock.process)
      let painted = meter.processor
      pages.turn(to: position, animated: false)
      let frames = try await complete(position)
      figures.paint.append(Clock.wall - wall)
      let painting = meter.processor - painted
      figures.main.append(Clock.thread - main)
      figures.mainWork.append(Clock.thread - main - painting)
      figures.work.append(Clock.process - all - painting)
      figures.frames.append(Double(frames))
    }
    figures.loads = filling.loads - loads
    figures.mostAlive = filling.mostAlive
    figures.memory = Clock.memory
    figures.foreign = filling.foreignUse
    figures.foreign.processor -= foreign
    if closes { await close() }
    return figures
  }

  /// Turns to pages that return, and looks at each.
  ///
  /// - Returns: The largest number of frames until a picture of the page is not blank.
  func framesToPicture(_ positions: [Int]) async throws -> Int {
    var most = 0
    for position in positions {
      try await window.nextFrames()
      pages.turn(to: position, animated: false)
      let page = pages.pageIfMade(at: position) as? HeavyPage<Filling>
      var frames = 0
      repeat {
        try await window.nextFrames()
        frames += 1
      } while frames < 60
        && (page?.heavy.current.flatMap { Screenshot(of: $0)?.colorCount } ?? 0) < 10
      most = max(most, frames)
    }
    return most
  }

  func close() async {
    _ = await top.close().outcome
    window.close()
  }

  /// Waits until a page is painted.
  ///
  /// - Returns: The number of frames.
  @discardableResult
  private func complete(_ position: Int) async throws -> Int {
    var frames = 0
    var isComplete: Bool
    repeat {
      try await window.nextFrames()
      frames += 1
      let page = pages.pageIfMade(at: position) as? HeavyPage<Filling>
      isComplete = page?.heavy.current.map(filling.isComplete) == true
    } while !isComplete && frames < 600
    return frames
  }
}

/// A page with a heavy view while it is seen.
private final class HeavyPage<Filling: PageFilling>: Screen<Widget> {
  private let number: Int
  private let filling: Filling
  private let views: LocalPool<Filling.View>?
  private let keepsContent: Bool

  lazy var heavy: HeavyResource<Filling.View> = {
    if let views {
      return HeavyResource(
        of: self, from: views, preferring: { $0.number },
        prepare: { (page: HeavyPage, view, isPreferred) in
          if !isPreferred || !page.keepsContent { page.filling.fill(view, with: page.number) }
        },
        didMake: { page, view in (page.view as? Bin)?.content = view },
        willDrop: { page, _ in (page.view as? Bin)?.content = nil })
    }
    return HeavyResource(
      of: self,
      make: { (page: HeavyPage) in
        let view = page.filling.make()
        page.filling.fill(view, with: page.number)
        return view
      },
      didMake: { page, view in (page.view as? Bin)?.content = view },
      willDrop: { page, _ in (page.view as? Bin)?.content = nil })
  }()

  init(
    _ number: Int, _ filling: Filling, _ views: LocalPool<Filling.View>?, keepsContent: Bool,
    in application: ScreenApplication
  ) {
    self.number = number
    self.filling = filling
    self.views = views
    self.keepsContent = keepsContent
    super.init(in: application)
  }

  override func loadView() -> Widget { Bin() }
  override func viewDidLoad() { heavy.keeps = .whileSeen }
}
#endif
