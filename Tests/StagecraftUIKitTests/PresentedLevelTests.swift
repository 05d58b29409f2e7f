import Testing

@testable import StagecraftUIKit

@Suite("What takes the foreground from a hosted screen")
struct PresentedLevelTests {
  private let sheet = PresentedLevel()
  private let search = PresentedLevel(isSearch: true)
  private let popover = PresentedLevel(isPopover: true)

  @Test("a sheet, an alert, whatever covers")
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

  @Test("what a search or a popover has presented")
  func throughThem() {
    #expect([search, sheet].takeForeground)
    #expect([popover, sheet].takeForeground)
  }

  @Test("nothing that is on its way out, nor what it has presented")
  func leaving() {
    let leaving = PresentedLevel(isBeingDismissed: true)
    #expect(![leaving].takeForeground)
    #expect(![leaving, sheet].takeForeground)
    #expect([sheet, leaving].takeForeground)
  }
}
