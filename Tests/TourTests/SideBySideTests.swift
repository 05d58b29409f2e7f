import Testing

@testable import StagecraftTourScenes

struct SideBySideTests {
  @Test func marksWhatIsReplacedAddedAndRemoved() {
    let sides = SideBySide(["a", "old", "b", "gone"], ["a", "new", "b", "more", "c"])
    #expect(sides.differences == 3)
    #expect(
      sides.lines("L", "R").dropFirst(2) == [
        "a        a",
        "old   |  new",
        "b        b",
        "gone  |  more",
        "      >  c",
      ])
  }

  @Test func equalTextsDoNotDiffer() {
    #expect(SideBySide(["a", "b"], ["a", "b"]).differences == 0)
    #expect(SideBySide([], []).differences == 0)
  }
}
