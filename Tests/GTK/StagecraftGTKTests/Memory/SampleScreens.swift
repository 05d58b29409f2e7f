#if GTK
import StagecraftGTK
import StagecraftScreens

extension ScreenStateKey<String> { static let text = ScreenStateKey("text") }
extension ScreenStateKey<Double> { static let offset = ScreenStateKey("offset") }

typealias WidgetScreen = Screen<Widget>

/// A stage that shows what is on top, in a place for one widget.
@MainActor
func simpleStage() -> ClosureStage<Widget> {
  ClosureStage(
    makeView: { Bin() },
    show: { bin, scene in (bin as? Bin)?.content = scene.visibleItems.last?.view })
}

/// A form with a line of text and something to scroll.
final class LongFormScreen: WidgetScreen {
  @ViewBound var entry: Entry
  @ViewBound var scrolled: ScrolledView
  @ViewBound var rows: [Label] = []
  var loads = 0

  override var name: String { title }
  override func loadView() -> Widget {
    loads += 1
    return Box()
  }

  override func viewDidLoad() {
    entry = Entry()
    rows = (0..<200).map { Label("\(title), line \($0)") }
    scrolled = ScrolledView(Box(.vertical, rows))
    (view as? Box)?.append(entry)
    (view as? Box)?.append(scrolled)
  }

  override func saveState(into state: inout ScreenStateWriter) {
    state.save(entry.text, for: .text)
    state.save(scrolled.intendedOffset, for: .offset)
  }

  override func restoreState(from state: ScreenStateReader) {
    if let text = state.value(for: .text) { entry.text = text }
    if let offset = state.value(for: .offset) { scrolled.scroll(to: offset) }
  }
}

/// A screen whose view is made by a closure.
final class PlainScreen: WidgetScreen {
  private let make: @MainActor () -> Widget

  init(
    _ title: String, in application: ScreenApplication, _ make: @escaping @MainActor () -> Widget
  ) {
    self.make = make
    super.init(in: application)
    self.title = title
  }

  override var name: String { title }
  override func loadView() -> Widget { make() }
}
#endif
