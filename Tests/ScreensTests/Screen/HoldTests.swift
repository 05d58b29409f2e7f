import Testing

@testable import StagecraftScreens

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct HoldTests {
  let page = DiaryScreen("Page", Diary(), in: ScreenApplication())

  @Test
  func thereMayBeAnyNumber() {
    #expect(page.holdReasons == [])
    let first = page.hold("text being edited")
    var second: AnyScreen.Hold? = page.hold("alert")
    let third = page.hold("text being edited")
    #expect(page.holdReasons == ["text being edited", "alert", "text being edited"])
    #expect(second?.reason == "alert")
    second = nil
    #expect(page.holdReasons == ["text being edited", "text being edited"])
    first.release()
    #expect(page.holdReasons == ["text being edited"])
    first.release()
    #expect(page.holdReasons == ["text being edited"])
    third.release()
    #expect(page.holdReasons == [])
    withExtendedLifetime(second) {}
  }

  @Test
  func aHoldReleasedAtOnceHoldsNothing() {
    _ = page.hold("alert")
    #expect(page.holdReasons == [])
  }

  @Test
  func holdsAreListedInTheOrderOfCreation() {
    let reasons: [String] = (0..<20).map { number in String(number) }
    let holds = reasons.map { page.hold($0) }
    #expect(page.holdReasons == reasons)
    withExtendedLifetime(holds) {}
  }
}
