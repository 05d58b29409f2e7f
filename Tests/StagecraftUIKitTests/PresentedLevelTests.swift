import Testing

@testable import StagecraftUIKit

@Suite("What takes the foreground from a hosted screen")
struct PresentedLevelTests {
  private let sheet = PresentedLevel()
  private let search = PresentedLevel(isSearch: true)
  private let popover = PresentedLevel(isPopover: true)

  @Test("a sheet, an alert, any covering presentation")
  func covering() {
    #expect([sheet].takeForeground)
    #expect(![PresentedLevel]().takeForeground)
  }

  /// The user types into the field of the screen below, and returns from the background meanwhile.
  @Test("neither an active search nor a popover")
  func besides() {
    #expect(![search].takeForeground)
    #expect(![popover].takeForeground)
    #expect(![search, popover].takeForeground)
  }

  @Test("a presentation from a search or a popover")
  func throughThem() {
    #expect([search, sheet].takeForeground)
    #expect([popover, sheet].takeForeground)
  }

  @Test("nothing that is being dismissed, nor its presentations")
  func leaving() {
    let leaving = PresentedLevel(isBeingDismissed: true)
    #expect(![leaving].takeForeground)
    #expect(![leaving, sheet].takeForeground)
    #expect([sheet, leaving].takeForeground)
  }
}
