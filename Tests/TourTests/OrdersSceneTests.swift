import Stagecraft
import Testing

@testable import TourScenes

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct OrdersSceneTests {
  private let extent = OrdersScene.Extent(
    orders: 60, pacedEdits: 80, hurriedEdits: 200, contests: 20, rows: 2_000, lateEdits: 300)

  @Test func theArraysAnswersDisagree() {
    let report = TornAnswers().run()
    #expect(report.missing == 1)
    #expect(report.miscounts == 1)
  }

  @Test func threadsMakeTheTextbooksTableWrong() async {
    let report = await LiveArrayDay(orders: 10, threads: 8, edits: 4).run()
    #expect(report.edits == 32)
    #expect(report.miscounts > 0)
    #expect(report.right < report.edits)
  }

  @Test(arguments: [true, false])
  func theScreenIsAlwaysRight(isPaced: Bool) async {
    let report = await BusyDesk(orders: 50, edits: 60, contests: 20, isPaced: isPaced).run()
    #expect(report.screen.violations.isEmpty)
    #expect(report.screen.differences == 0)
    #expect(report.screen.turns > 0)
    #expect(report.wins.reduce(0, +) == 20)
    #expect(report.unfair == 0)
    #expect(report.isHistoryComplete)
    #expect(report.isReplayEqual)
    #expect(report.accepted + report.refused >= 400 - 20)
  }

  @Test func aHiddenScreenIsToldOnce() async {
    let report = await HiddenScreen(orders: 30, threads: 2, edits: 10).run()
    #expect(report.toldWhileHidden == 0)
    #expect(report.toldAfterwards == 1)
    #expect(report.isExact)
  }

  @Test func ownEditsAreNotAnimated() throws {
    let report = try OwnEdits(orders: 12).run()
    #expect(report.own == OwnEdits.Report.Batches(all: 1, animated: 0))
    #expect(report.others == OwnEdits.Report.Batches(all: 1, animated: 1))
    #expect(report.both == OwnEdits.Report.Batches(all: 1, animated: 1))
    #expect(report.waited)
    #expect(report.wasMoved)
    #expect(report.drag.all == 1)
    #expect(report.isRight)
    #expect(report.violations.isEmpty)
  }

  @Test func derivedListsFollow() async {
    let report = await OrdersByState(orders: 60, threads: 4, edits: 40).run()
    #expect(report.advance.moves.count == 1)
    #expect(report.advanceBatches == 1)
    #expect(report.crossings > 0)
    for table in [report.sections, report.overdue] {
      #expect(table.isRight)
      #expect(table.violations.isEmpty)
    }
  }

  @Test func anOldSnapshotStaysWhatItWas() {
    let report = OldSnapshot(rows: 1_000, edits: 200).run()
    #expect(report.isUntouched)
    #expect(report.isExact)
  }

  @Test func theSceneKeepsItsPromises() async throws {
    var lines: [String] = []
    let narrator = Narrator(isTerminal: false) { lines.append($0) }
    try await OrdersScene(extent).play(narrator)
    #expect(narrator.brokenPromises == [])
    #expect(lines.filter { $0.count > 100 || $0.hasSuffix(" ") } == [])
    #expect(!lines.contains { $0.contains("\u{1B}") })
  }

  @Test func onATerminalTheWindowIsPaintedOver() {
    var lines: [String] = []
    let narrator = Narrator(isTerminal: true) { lines.append($0) }
    let painter = WindowPainter(on: narrator, at: [])
    let window = DeskWindow(orders: [], edits: 1, turns: 1, count: 0)
    painter.finish(window)
    painter.finish(window)
    let height = window.lines.count
    #expect(lines.count == 1 + 2 * height)
    #expect(lines[1 + height].hasPrefix("\u{1B}[\(height)A\u{1B}[J"))
  }
}
