import Testing

@testable import StagecraftUIKit

struct PresentedLevelTests {
  private let sheet = PresentedLevel()
  private let search = PresentedLevel(isSearch: true)
  private let popover = PresentedLevel(isPopover: true)

  @Test func aSheetOrAnAlertCovers() {
    #expect([sheet].takeForeground)
    #expect(![PresentedLevel]().takeForeground)
  }

  /// The user types into a field of the screen below, and returns from the background meanwhile.
  @Test func aSearchOrAPopoverDoesNotCover() {
    #expect(![search].takeForeground)
    #expect(![popover].takeForeground)
    #expect(![search, popover].takeForeground)
  }

  @Test func aControllerPresentedByASearchOrAPopoverCovers() {
    #expect([search, sheet].takeForeground)
    #expect([popover, sheet].takeForeground)
  }

  @Test func aDismissedControllerAndThoseItPresentedDoNotCover() {
    let leaving = PresentedLevel(isBeingDismissed: true)
    #expect(![leaving].takeForeground)
    #expect(![leaving, sheet].takeForeground)
    #expect([sheet, leaving].takeForeground)
  }
}
