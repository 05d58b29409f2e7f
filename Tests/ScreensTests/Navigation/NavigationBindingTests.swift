import StagecraftTestKit
import Testing

@testable import StagecraftScreens

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct NavigationBindingTests {
  let momo = Navigation.screen("book").with(1, for: ScreenStateKey<Int>("book"))
  let review = Navigation.screen("review")

  @Test
  func whatIsPushedIsReadAsItWasSet() {
    var navigation = Navigation.stack(.screen("catalogue"))
    #expect(navigation.pushed.isEmpty)
    navigation.pushed = [momo, review]
    #expect(navigation.pushed == [momo, review])
    #expect(navigation == .stack(.screen("catalogue"), momo, review))
    navigation.pushed.removeLast()
    #expect(navigation == .stack(.screen("catalogue"), momo))
  }

  @Test
  func theStackOfTheSelectedTabIsFound() {
    var navigation = Navigation.window(.tab(1, .stack(.any)), sheets: [review])
    navigation.pushed = [momo]
    #expect(navigation == .window(.tab(1, .stack(.any, momo)), sheets: [review]))
    var page = Navigation.page(3)
    page.pushed = [momo]
    #expect(page == .page(3) && page.pushed.isEmpty)
  }

  @Test
  func theLowestSheetIsReadAndSettingItReplacesAll() {
    var navigation = Navigation.window(.stack(.any), sheets: [review, momo])
    #expect(navigation.sheet == review)
    navigation.sheet = momo
    #expect(navigation == .window(.stack(.any), sheets: [momo]))
    navigation.sheet = nil
    #expect(navigation == .window(.stack(.any)))
  }

  @Test
  func aSheetNeedsAWindow() {
    var navigation = Navigation.stack(.any)
    navigation.sheet = nil
    #expect(navigation == .stack(.any))
    navigation.sheet = review
    #expect(navigation == .window(.stack(.any), sheets: [review]))
    navigation.pushed = [momo]
    #expect(navigation == .window(.stack(.any, momo), sheets: [review]))
  }

  @Test
  func theIdentityOfAScreenLastsWhileItsContentChanges() {
    var tabs = Navigation.tab(0, .stack(.any)).named("tabs")
    let id = tabs.id
    tabs.pushed = [momo]
    #expect(tabs.id == id && tabs.id != Navigation.tab(0).id && momo.id != review.id)
  }

  #if canImport(Observation)
  @Test
  func aWindowIsBoundThroughItsModel() {
    let library = LibraryWindow()
    library.application.catalog = library.catalog
    library.window.open()
    let model = NavigationModel(of: library.window)
    library.stack.push(BookScreen(1, in: library.application), animated: false)
    #expect(model.navigation.pushed.count == 1 && library.stack.screens.count == 2)
    model.navigation.pushed = []
    #expect(library.stack.screens.count == 1)
  }
  #endif
}
