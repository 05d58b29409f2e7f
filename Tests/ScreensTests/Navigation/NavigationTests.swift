import Foundation
import StagecraftTestKit
import Testing

@testable import StagecraftScreens

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct NavigationTests {
  let library = LibraryWindow()
  private var navigation: Navigation { library.window.navigation }

  /// A screen without a restoration name.
  private func nameless(_ number: Int) -> BookScreen {
    BookScreen(number, kind: nil, in: library.application)
  }

  // MARK: Reading

  @Test
  func everyKindOfContainerIsRead() throws {
    library.simulateUse()
    #expect(
      navigation.description
        == "window(tabs(stack(desk, book, book*), pages(3: branch*)*), sheet notice*)")
    #expect(navigation.kind == .window && navigation.current == 1)
    let tabs = try #require(navigation.children.first)
    #expect(tabs.children.map(\.position) == [0, 1] && tabs.current == 1)
    #expect(try tabs.children[0].children[1].identity.value(for: .number) == 17)
    #expect(navigation.path.map(\.name) == [nil, "notice"])
    #expect(tabs.path.map(\.kind) == [.tabs, .pages, nil])
    #expect(library.stack.navigation == tabs.children[0])
    #expect(library.books[0].navigation.children.isEmpty)
  }

  @Test
  func aTransitionCountsWhenItBegins() {
    let library = LibraryWindow(animation: .byHand)
    library.window.open()
    library.stack.push(BookScreen(1, in: library.application))
    #expect(!library.window.isTreeIdle)
    #expect(library.stack.navigation.description == "stack(desk, book*)")
  }

  @Test
  func aGestureCountsWhenTheUserCompletesIt() throws {
    library.window.open()
    library.stack.push(BookScreen(1, in: library.application), animated: false)
    let cancelled = try library.stack.beginPop()
    #expect(library.stack.navigation.description == "stack(desk, book*)")
    cancelled.cancel()
    #expect(library.stack.navigation.description == "stack(desk, book*)")
    let finished = try library.stack.beginPop()
    finished.update(0.9)
    #expect(library.stack.navigation.description == "stack(desk, book*)")
    finished.finish()
    #expect(library.stack.navigation.description == "stack(desk*)")
    library.tabs.select(1)
    try library.pages.beginTurn(to: 2).finish()
    #expect(library.pages.navigation.description == "pages(2: branch*)")
  }

  /// Which pages exist is not for the user to see.
  @Test
  func pagesLoadedAheadDoNotCount() {
    library.window.open()
    library.tabs.select(1)
    let before = navigation
    library.pages.preloadReach = 2
    #expect(library.pages.pageIfMade(at: 2) != nil)
    #expect(navigation == before)
  }

  @Test
  func screensWithoutANameAreReadWithoutAName() {
    library.stack.push(nameless(1))
    library.stack.push(BookScreen(2, in: library.application))
    #expect(library.stack.navigation.description == "stack(desk, screen, book*)")
    #expect(!library.stack.navigation.children[1].isAny)
  }

  @Test
  func screensNestedTooDeepAreOmitted() {
    var screen: AnyScreen = BookScreen(1, in: library.application)
    for _ in 0..<80 {
      screen = NavigationScreen<FakeView>(
        root: screen, stage: RecorderStage(), in: library.application)
    }
    #expect(screen.navigation.path.count == 64)
  }

  @Test
  func emptyContainersAreRead() {
    let tabs = TabScreen<FakeView>([], stage: RecorderStage(), in: library.application)
    #expect(tabs.navigation.kind == .tabs && tabs.navigation.current == nil)
    #expect(tabs.navigation.currentChild == nil && tabs.navigation.description == "tabs")
  }

  // MARK: The value

  @Test
  func equalityFollowsWhatIsShown() {
    library.window.open()
    let before = navigation
    #expect(navigation == before && navigation.hashValue == before.hashValue)
    library.books[0].view.text = "typed"
    #expect(navigation == before)
    library.stack.push(BookScreen(1, in: library.application))
    let one = navigation
    #expect(one != before)
    library.stack.setScreens([library.stack.rootScreen, BookScreen(2, in: library.application)])
    #expect(navigation != one)
    library.stack.pop()
    #expect(navigation == before)
    library.tabs.select(1)
    #expect(navigation != before)
  }

  @Test
  func jsonRoundTrips() throws {
    library.simulateUse()
    for navigation in [navigation, .any, .window(.tab(1, .page(3)), sheets: [.screen("notice")])] {
      let json = try JSONEncoder().encode(navigation)
      #expect(try JSONDecoder().decode(Navigation.self, from: json) == navigation)
    }
  }

  @Test
  func whatIsMissingInJSONHasItsDefault() throws {
    let json = #"{"isAny":true,"kind":"stack","current":0,"children":[{"name":"desk"}]}"#
    let navigation = try JSONDecoder().decode(Navigation.self, from: Data(json.utf8))
    #expect(navigation == .stack(.screen("desk")))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let encoded = String(decoding: try encoder.encode(navigation), as: UTF8.self)
    #expect(encoded == #"{"children":[{"name":"desk"}],"current":0,"isAny":true,"kind":"stack"}"#)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Navigation.self, from: Data(#"{"kind":"heap"}"#.utf8))
    }
  }

  @Test
  func builtNavigationsHavePositions() throws {
    let link = Navigation.window(
      .tab(2, .stack(.any, .screen("book").with(7, for: .number))), presenting: [.screen("login")],
      sheets: [.screen("notice"), .any])
    #expect(
      link.description
        == "window(tabs(stack(any, book*)*), login, sheet notice, sheet any*)")
    #expect(link.children.map(\.isSheet) == [false, false, true, true])
    #expect(link.children.map(\.position) == [0, 1, 2, 3])
    #expect(link.children[0].children[0].position == 2)
    #expect(link.isAny && link.current == 3)
    #expect(Navigation.stack().current == nil)
    let named = Navigation.tab(0).named("library")
    #expect(named.name == "library" && !named.isAny && named.kind == .tabs)
    #expect(try link.children[0].path.last?.identity.value(for: .number) == 7)
  }

  @Test
  func aValueThatCannotBeEncodedIsLeftOut() {
    struct Stubborn: Codable, Sendable {
      func encode(to encoder: any Encoder) throws { throw CancellationError() }
      init() {}
      init(from decoder: any Decoder) throws {}
    }
    let book = Navigation.screen("book").with(Stubborn(), for: ScreenStateKey("stubborn"))
    #expect(book == .screen("book"))
  }
}
