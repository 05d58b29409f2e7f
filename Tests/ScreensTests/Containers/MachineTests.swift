import Testing

@testable import StagecraftScreens

private let (a, b, c, d) = (
  ScreenID(number: 1), ScreenID(number: 2), ScreenID(number: 3), ScreenID(number: 4)
)

extension ContainerLayout {
  fileprivate var screens: [ScreenID] { items.map(\.screen) }
  fileprivate var visible: [ScreenID] { items.filter(\.isVisible).map(\.screen) }
}

@Suite(.timeLimit(.minutes(3)))
struct StackMachineTests {
  @Test
  func pushAndPop() throws {
    let one = StackMachine([a])
    let two = StackMachine(try one.push(b))
    #expect(two.layout == StackMachine([a, b]).layout)
    #expect(two.layout.visible == [b] && two.layout.currentScreen == b)
    #expect(try two.pop() == one.layout)
    #expect(throws: ScreenError.isLast) { try one.pop() }
    #expect(throws: ScreenError.isTaken) { try two.push(a) }
  }

  @Test
  func popSeveral() throws {
    let stack = StackMachine([a, b, c])
    #expect(try stack.pop(to: a) == StackMachine([a]).layout)
    #expect(try stack.pop(to: c) == nil)
    #expect(throws: ScreenError.isUnknown) { try stack.pop(to: d) }
    #expect(stack.popToRoot() == StackMachine([a]).layout)
    #expect(StackMachine([a]).popToRoot() == nil)
  }

  @Test
  func replace() throws {
    let stack = StackMachine([a, b])
    #expect(try stack.replace(with: [c, a])?.visible == [a])
    #expect(try stack.replace(with: [a, b]) == nil)
    #expect(throws: ScreenError.isEmpty) { try stack.replace(with: []) }
  }
}

@Suite(.timeLimit(.minutes(3)))
struct TabMachineTests {
  let tabs = TabMachine([a, b, c], selecting: 1)

  @Test
  func select() throws {
    #expect(try tabs.select(2)?.visible == [c])
    #expect(try tabs.select(a)?.current == 0)
    #expect(try tabs.select(1) == nil)
    #expect(throws: ScreenError.noSuchPosition) { try tabs.select(3) }
    #expect(throws: ScreenError.noSuchPosition) { try tabs.select(-1) }
    #expect(throws: ScreenError.isUnknown) { try tabs.select(d) }
    #expect(throws: ScreenError.noSuchPosition) { try TabMachine([], selecting: nil).select(0) }
  }

  @Test
  func insertBesideTheSelectedOne() throws {
    #expect(try tabs.insert(d, at: 0).currentScreen == b)
    #expect(try tabs.insert(d, at: 1).screens == [a, d, b, c])
    #expect(try tabs.insert(d, at: 1).visible == [b])
    #expect(try tabs.insert(d, at: 3).current == 1)
    #expect(try TabMachine([], selecting: nil).insert(d, at: 0).visible == [d])
    #expect(throws: ScreenError.noSuchPosition) { try tabs.insert(d, at: 4) }
    #expect(throws: ScreenError.isTaken) { try tabs.insert(c, at: 0) }
  }

  @Test
  func removeTheSelectedOneOrAnother() throws {
    #expect(try tabs.remove(a).currentScreen == b)
    #expect(try tabs.remove(b).currentScreen == c)
    #expect(try tabs.remove(c).currentScreen == b)
    #expect(try TabMachine([a, b], selecting: 1).remove(b).visible == [a])
    #expect(try TabMachine([a], selecting: 0).remove(a) == ContainerLayout())
    #expect(throws: ScreenError.isUnknown) { try tabs.remove(d) }
  }

  @Test
  func replaceOneOrAll() throws {
    #expect(try tabs.replace(b, with: d).visible == [d])
    #expect(try tabs.replace(a, with: d).visible == [b])
    #expect(throws: ScreenError.isTaken) { try tabs.replace(a, with: c) }
    #expect(throws: ScreenError.isUnknown) { try tabs.replace(d, with: a) }
    #expect(tabs.replaceAll(with: [c, b])?.current == 1)
    #expect(tabs.replaceAll(with: [c, d])?.visible == [c])
    #expect(tabs.replaceAll(with: [a, b, c]) == nil)
    #expect(tabs.replaceAll(with: []) == ContainerLayout())
  }
}

@Suite(.timeLimit(.minutes(3)))
struct PageMachineTests {
  @Test
  func pagesAreAddedInOrder() throws {
    var pages = PageMachine(count: 9, open: a, at: 4)
    pages = PageMachine(try pages.add(b, at: 5))
    pages = PageMachine(try pages.add(c, at: 2))
    #expect(pages.layout.screens == [c, a, b])
    #expect(pages.position == 4 && pages.layout.visible == [a])
    #expect(pages.page(at: 5) == b && pages.page(at: 3) == nil)
    #expect(throws: ScreenError.isTaken) { try pages.add(d, at: 5) }
    #expect(throws: ScreenError.isTaken) { try pages.add(c, at: 6) }
    #expect(throws: ScreenError.noSuchPosition) { try pages.add(d, at: 9) }

    let turned = try #require(try pages.turn(to: 2))
    #expect(turned.visible == [c] && turned.currentScreen == c)
    #expect(try pages.turn(to: 4) == nil)
    #expect(throws: ScreenError.isUnknown) { try pages.turn(to: 3) }
    #expect(throws: ScreenError.noSuchPosition) { try pages.turn(to: -1) }
  }

  @Test
  func neighboursFromNearToFar() {
    #expect(PageMachine(count: 9, open: a, at: 4).neighbours(2) == [5, 3, 6, 2])
    #expect(PageMachine(count: 9, open: a, at: 0).neighbours(2) == [1, 2])
    #expect(PageMachine(count: 1, open: a, at: 0).neighbours(2) == [])
    #expect(PageMachine(count: 0, open: nil, at: 0).neighbours(2) == [])
    #expect(PageMachine(count: 9, open: a, at: 4).neighbours(0) == [])
    #expect(PageMachine(count: 3, open: a, at: 1).neighbours(.max) == [2, 0])
  }
}

@Suite(.timeLimit(.minutes(3)))
struct LayerMachineTests {
  @Test
  func whichLayersCoverOthers() throws {
    var layers = LayerMachine(root: a)
    layers = LayerMachine(try layers.present(b, as: .sheet))
    #expect(layers.layout.visible == [a, b] && layers.layout.currentScreen == b)
    layers = LayerMachine(try layers.present(c, as: .full))
    #expect(layers.layout.visible == [c])
    layers = LayerMachine(try layers.present(d, as: .sheet))
    #expect(layers.layout.visible == [c, d])
    #expect((0..<4).map(layers.covers) == [1, 1, 0, 0])
    #expect(throws: ScreenError.isTaken) { try layers.present(b, as: .full) }

    #expect(try layers.dismiss(3).visible == [c])
    #expect(try layers.dismiss(2).visible == [a, b])
    #expect(try layers.dismiss(1).visible == [a])
    #expect(throws: ScreenError.nothingPresented) { try layers.dismiss(0) }
    #expect(throws: ScreenError.nothingPresented) { try layers.dismiss(4) }
  }

  @Test
  func anotherRoot() throws {
    let sheet = LayerMachine(try LayerMachine(root: a).present(b, as: .sheet))
    #expect(try sheet.replaceRoot(with: c)?.visible == [c, b])
    #expect(try sheet.replaceRoot(with: a) == nil)
    #expect(throws: ScreenError.isTaken) { try sheet.replaceRoot(with: b) }
    let full = LayerMachine(try LayerMachine(root: a).present(b, as: .full))
    #expect(try full.replaceRoot(with: c)?.visible == [b])
  }
}
