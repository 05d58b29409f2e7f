import TestSupport
import Testing

@testable import StagecraftScreens

private let (a, b, c, d) = (
  ScreenSlot(index: 1), ScreenSlot(index: 2), ScreenSlot(index: 3), ScreenSlot(index: 4)
)

extension ContainerLayout {
  fileprivate var screens: [ScreenSlot] { items.map(\.screen) }
  fileprivate var visibleScreens: [ScreenSlot] { visible.map { items[$0].screen } }

  fileprivate func applying(_ edit: LayoutEdit) -> ContainerLayout {
    var copy = self
    _ = copy.apply(edit)
    return copy
  }
}

@Suite(.timeLimit(.minutes(3)))
struct ContainerLayoutTests {
  @Test
  func pushAndPop() {
    let one = ContainerLayout(.stack, [a], current: 0)
    let two = one.applying(.push(b, isOpaque: true))
    #expect(two == ContainerLayout(.stack, [a, b], current: 1))
    #expect(two.visibleScreens == [b] && two.currentScreen == b)
    #expect(two.applying(.keep(1)) == one)
  }

  @Test
  func popSeveral() {
    let stack = ContainerLayout(.stack, [a, b, c], current: 2)
    #expect(stack.applying(.keep(1)) == ContainerLayout(.stack, [a], current: 0))
    #expect(stack.applying(.setAll([c, a], current: 1)).visibleScreens == [a])
  }

  @Test
  func select() {
    let tabs = ContainerLayout(.tabs, [a, b, c], current: 1)
    #expect(tabs.applying(.select(2)).visibleScreens == [c])
    #expect(tabs.applying(.select(0)).current == 0)
  }

  @Test
  func insertBesideTheSelectedOne() {
    let tabs = ContainerLayout(.tabs, [a, b, c], current: 1)
    #expect(tabs.applying(.insert(d, at: 0)).currentScreen == b)
    #expect(tabs.applying(.insert(d, at: 1)).screens == [a, d, b, c])
    #expect(tabs.applying(.insert(d, at: 1)).visibleScreens == [b])
    #expect(tabs.applying(.insert(d, at: 3)).current == 1)
    let empty = ContainerLayout(.tabs, [], current: nil)
    #expect(empty.visibleScreens == [] && empty.currentScreen == nil)
    #expect(empty.applying(.insert(d, at: 0)).visibleScreens == [d])
  }

  @Test
  func removeTheSelectedOneOrAnother() {
    let tabs = ContainerLayout(.tabs, [a, b, c], current: 1)
    #expect(tabs.applying(.remove(at: 0)).currentScreen == b)
    #expect(tabs.applying(.remove(at: 1)).currentScreen == c)
    #expect(tabs.applying(.remove(at: 2)).currentScreen == b)
    let two = ContainerLayout(.tabs, [a, b], current: 1)
    #expect(two.applying(.remove(at: 1)).visibleScreens == [a])
    let one = ContainerLayout(.tabs, [a], current: 0)
    #expect(one.applying(.remove(at: 0)) == ContainerLayout(.tabs))
  }

  @Test
  func replaceOneOrAll() {
    let tabs = ContainerLayout(.tabs, [a, b, c], current: 1)
    #expect(tabs.applying(.replace(at: 1, with: d)).visibleScreens == [d])
    #expect(tabs.applying(.replace(at: 0, with: d)).visibleScreens == [b])
    #expect(tabs.applying(.setAll([c, b], current: 1)).visibleScreens == [b])
    #expect(tabs.applying(.setAll([], current: nil)) == ContainerLayout(.tabs))
  }

  @Test
  func pagesAreAddedInOrder() {
    var pages = ContainerLayout(pages: 9, open: a, at: 4)
    pages = pages.applying(.addPages([.init(screen: b, position: 5)]))
    pages = pages.applying(.addPages([.init(screen: c, position: 2)]))
    #expect(pages.screens == [c, a, b])
    #expect(pages.currentPosition == 4 && pages.visibleScreens == [a])
    #expect(pages.page(at: 5) == b && pages.page(at: 3) == nil)
    #expect(pages.index(ofPosition: 3) == (1, false) && pages.index(ofPosition: 5) == (2, true))

    let turned = pages.applying(.select(0))
    #expect(turned.visibleScreens == [c] && turned.currentScreen == c)
    let opened = pages.applying(.open(.init(screen: d, position: 3)))
    #expect(opened.screens == [c, d, a, b] && opened.visibleScreens == [d])
    #expect(pages.applying(.reload(count: 0, open: nil)).currentPosition == nil)
  }

  @Test
  func neighboursFromNearToFar() {
    #expect(ContainerLayout(pages: 9, open: a, at: 4).neighbours(2) == [5, 3, 6, 2])
    #expect(ContainerLayout(pages: 9, open: a, at: 0).neighbours(2) == [1, 2])
    #expect(ContainerLayout(pages: 1, open: a, at: 0).neighbours(2) == [])
    #expect(ContainerLayout(pages: 0, open: nil, at: 0).neighbours(2) == [])
    #expect(ContainerLayout(pages: 9, open: a, at: 4).neighbours(0) == [])
    #expect(ContainerLayout(pages: 3, open: a, at: 1).neighbours(.max) == [2, 0])
    let endless = ContainerLayout(pages: .max, open: a, at: .max - 1)
    #expect(endless.neighbours(.max).count == ContainerLayout.maximumReach)
  }

  @Test
  func whichLayersCoverOthers() {
    let root = ContainerLayout(.modal, [a], current: 0)
    let sheet = root.applying(.push(b, isOpaque: false))
    #expect(sheet.visibleScreens == [a, b] && sheet.currentScreen == b)
    let full = sheet.applying(.push(c, isOpaque: true))
    #expect(full.visibleScreens == [c])
    let layers = full.applying(.push(d, isOpaque: false))
    #expect(layers.visibleScreens == [c, d])
    #expect((0..<4).map(layers.covers) == [1, 1, 0, 0])

    #expect(layers.applying(.keep(3)).visibleScreens == [c])
    #expect(layers.applying(.keep(2)).visibleScreens == [a, b])
    #expect(layers.applying(.keep(1)).visibleScreens == [a])
  }

  @Test
  func anotherRoot() {
    let root = ContainerLayout(.modal, [a], current: 0)
    let sheet = root.applying(.push(b, isOpaque: false))
    #expect(sheet.applying(.replace(at: 0, with: c)).visibleScreens == [c, b])
    let full = root.applying(.push(b, isOpaque: true))
    #expect(full.applying(.replace(at: 0, with: c)).visibleScreens == [b])
  }

  @Test
  func aListOfScreens() {
    var list = SlotList()
    #expect(list.isEmpty && list.count == 0 && !list.contains(.none) && !list.contains(a))
    for (count, screen) in [a, b, c].enumerated() {
      list.append(screen)
      #expect(list.count == count + 1 && list[count] == screen && list.contains(screen))
      #expect(list == SlotList(Array(list)))
    }
    #expect(Array(list) == [a, b, c] && Array(list.reversed()) == [c, b, a])
    #expect(!list.contains(d) && !list.contains(.none))
  }
}
