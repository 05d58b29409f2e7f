import Testing

@testable import WindowDriver

@Suite("Tree")
struct TreeTests {
  private func item(
    _ path: String, in parent: String, _ index: Int, _ role: Role = .panel,
    states: States = [.sensitive], isPlaced: Bool = true
  ) -> Tree.Item {
    Tree.Item(
      path: path, parent: parent, index: index, childCount: 0, isPlaced: isPlaced, name: path,
      role: role, states: states)
  }

  private func tree(_ items: [Tree.Item], _ frames: [String: Frame]) -> Tree {
    Tree(Dictionary(grouping: items, by: \.parent), frames)
  }

  private let window = Frame(x: 0, y: 0, width: 100, height: 100)

  @Test func childrenStandInTheirOrder() {
    let small = Frame(x: 1, y: 1, width: 10, height: 10)
    let tree = tree(
      [
        item("b", in: "window", 1), item("window", in: Tree.rootPath, 0, .frame),
        item("a", in: "window", 0), item("inner", in: "b", 0),
      ], ["window": window, "a": small, "b": small, "inner": small])
    #expect(tree.shown.map(\.name) == ["window", "a", "b", "inner"])
  }

  @Test func whatHasNoSizeOrIsOutsideIsNotShown() {
    let tree = tree(
      [
        item("window", in: Tree.rootPath, 0), item("empty", in: "window", 0),
        item("below", in: "window", 1), item("inside the empty one", in: "empty", 0),
      ],
      [
        "window": window, "empty": Frame(), "below": Frame(x: 0, y: 100, width: 10, height: 10),
        "inside the empty one": window,
      ])
    #expect(tree.shown.map(\.name) == ["window"])
  }

  @Test func anUnusedRowBesideItsListIsNotShown() {
    let tree = tree(
      [
        item("window", in: Tree.rootPath, 0), item("titles", in: "window", 0, .table),
        item("unused", in: "titles", 0, .cell), item("used", in: "titles", 1, .cell),
      ],
      [
        "window": window, "titles": Frame(x: 0, y: 40, width: 100, height: 60),
        "unused": Frame(x: 0, y: 0, width: 100, height: 40),
        "used": Frame(x: 0, y: 30, width: 100, height: 40),
      ])
    #expect(tree.shown.map(\.name) == ["window", "titles", "used"])
  }

  @Test func aPageOfAStackIsReplacedByItsContent() {
    let tree = tree(
      [
        item("window", in: Tree.rootPath, 0), item("page", in: "window", 0, isPlaced: false),
        item("content", in: "page", 0),
      ], ["window": window, "content": window])
    #expect(tree.windows.first?.children.map(\.name) == ["content"])
  }

  @Test func theFocusIsThatOfTheActiveWindow() {
    let tree = tree(
      [
        item("main", in: Tree.rootPath, 0, states: [.sensitive]),
        item("sheet", in: Tree.rootPath, 1, states: [.sensitive]),
        item("entry", in: "sheet", 0, .text, states: [.sensitive, .focused, .focusable]),
      ], ["main": window, "sheet": window, "entry": window])
    #expect(tree.active?.name == "sheet")
    #expect(tree.focused?.name == "entry")
    #expect(tree.description.contains("text “entry” (focused)"))
  }
}
