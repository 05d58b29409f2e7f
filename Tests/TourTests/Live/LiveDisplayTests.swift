import Stagecraft
import Testing

@testable import StagecraftTourScenes

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct LiveDisplayTests {
  private let output = Locked("")
  private let columns = Locked(40)

  private func narrator() -> Narrator {
    let terminal = Terminal(
      environment: ["TERM": "xterm", "NO_COLOR": "1"],
      size: { [columns] in (columns.withLock { $0 }, 10) },
      write: { [output] text in output.withLock { $0 += text } })
    return Narrator(terminal: terminal) { [output] line in output.withLock { $0 += line + "\n" } }
  }

  /// Bars have the length that they happen to have.
  private var lines: [String] {
    TerminalScreen(output.withLock { $0 }).lines.map { line in
      line.hasPrefix("Ada") ? "Ada" : line
    }
  }

  @Test func linesThatArePrintedMeanwhileStandAboveThePicture() async {
    let narrator = narrator()
    narrator.chapter("A part")
    await narrator.live("part") { live in
      live.began("Ada", .running)
      narrator.show("one")
      live.ended("Ada")
      narrator.show("two")
    }
    narrator.show("three")
    #expect(lines == ["", "A part", "------", "", "  one", "  two", "", "Ada", "", "  three", ""])
  }

  @Test(arguments: [true, false])
  func aPictureThatIsNotKeptLeavesNothing(fails: Bool) async {
    let narrator = narrator()
    narrator.say("Before.")
    try? await narrator.live("part", isKept: false) { live in
      live.began("Ada", .running)
      if fails { throw CancellationError() }
    }
    narrator.say("After.")
    #expect(lines == ["Before.", "", "After.", ""])
  }

  @Test func aPartThatRecordsNothingLeavesNothing() async {
    let narrator = narrator()
    narrator.show("Before.")
    await narrator.live("part") { _ in }
    narrator.promise("It is kept.", isKept: true)
    #expect(lines == ["", "  Before.", "", "  kept    It is kept.", ""])
  }

  /// A line of 39 columns is two rows of a terminal that has become half as wide.
  @Test func aTerminalThatBecomesNarrowerIsErasedWhole() {
    let display = LiveDisplay(
      Terminal(
        environment: ["TERM": "xterm"], size: { [columns] in (columns.withLock { $0 }, 10) },
        write: { [output] text in output.withLock { $0 = text } })!, isBelowHeading: true)
    display.update { board, _ in board.count("rows", 1, of: 1) }
    display.interrupt {}
    columns.withLock { $0 = 20 }
    display.end(isKept: false)
    #expect(output.withLock { $0 } == "\r\u{1B}[3A\u{1B}[J")
  }

  @Test func withoutTerminalAndReportNothingIsRecorded() async {
    var lines: [String] = []
    let narrator = Narrator { lines.append($0) }
    await narrator.live("part") { live in
      live.began("Ada", .waiting)
      live.count("waiting", 1)
      live.ended("Ada")
      live.mark("left")
    }
    #expect(lines == [] && narrator.now == .zero)
  }
}
