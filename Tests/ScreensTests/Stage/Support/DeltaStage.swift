import StagecraftScreens
import StagecraftTestKit

/// A stage that keeps its own list of screens by `insert`, `remove`, `refresh` and `letGo` alone,
/// and compares it with each scene.
@MainActor
final class DeltaStage: ScreenStage {
  struct Row: Hashable, CustomStringConvertible {
    var screen: ScreenID
    var title: String
    var view: ObjectIdentifier?

    init(_ item: ScreenStageScene<FakeView>.Item) {
      screen = item.screen
      title = item.title
      view = item.view.map { ObjectIdentifier($0) }
    }

    var description: String { "\(title)\(view == nil ? "" : "*")" }
  }

  private(set) var rows: [Row] = []
  /// What was wrong.
  private(set) var faults: [String] = []
  private(set) var deltas: [String] = []
  private(set) var arrangeCount = 0
  /// The transition that the test ends, if it ends them.
  private(set) var transition: ScreenStageTransition<FakeView>?
  var isByHand = false
  private weak var view: FakeView?

  func makeView() -> FakeView {
    let view = FakeView("deltas")
    self.view = view
    rows = []
    deltas = []
    return view
  }

  func insert(_ item: ScreenStageScene<FakeView>.Item, at index: Int) {
    deltas.append("insert \(item.title) at \(index)")
    if rows.contains(where: { $0.screen == item.screen }) { fault("\(item.title) comes twice") }
    guard index <= rows.count else { return fault("\(item.title) comes at \(index)") }
    rows.insert(Row(item), at: index)
  }

  func remove(_ screen: ScreenID) {
    guard let index = rows.firstIndex(where: { $0.screen == screen }) else {
      return fault("\(screen) goes, and is not there")
    }
    deltas.append("remove \(rows[index].title)")
    rows.remove(at: index)
  }

  func refresh(_ item: ScreenStageScene<FakeView>.Item, at index: Int) {
    deltas.append("refresh \(item.title) at \(index)")
    guard rows.indices.contains(index), rows[index].screen == item.screen else {
      return fault("\(item.title) is refreshed at \(index), and is not there")
    }
    rows[index] = Row(item)
  }

  func letGo(_ view: FakeView, of screen: ScreenID) {
    guard let index = rows.firstIndex(where: { $0.screen == screen }) else {
      return fault("the view of \(screen) goes, which is not there")
    }
    if rows[index].view != ObjectIdentifier(view) { fault("another view of \(screen) goes") }
    deltas.append("letGo \(rows[index].title)")
    rows[index].view = nil
  }

  func arrange(_ scene: ScreenStageScene<FakeView>) {
    arrangeCount += 1
    transition = nil
    let scenes = scene.items.map(Row.init)
    if scenes != rows { fault("deltas gave \(rows), the scene is \(scenes)") }
  }

  func begin(_ transition: ScreenStageTransition<FakeView>) {
    self.transition = transition
    if !isByHand && !transition.context.isInteractive { transition.animationDidEnd() }
  }

  func conclude(
    _ transition: ScreenStageTransition<FakeView>, as outcome: TransitionContext.Outcome
  ) {
    if !isByHand { transition.animationDidEnd() }
  }

  func takeDeltas() -> [String] {
    defer { deltas = [] }
    return deltas
  }

  private func fault(_ sentence: String) { faults.append(sentence) }
}
