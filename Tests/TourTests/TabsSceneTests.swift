import Foundation
import Stagecraft
import Testing

@testable import TourScenes

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct TabsSceneTests {
  private let tabs = LibraryTab.four(heaviest: 900_000)
  private let unvisited = LibraryTab(
    title: "Exhibitions", initialLabel: "", changedLabel: "", bytes: 1_000)

  @Test func theTextbooksLabelsAreLost() {
    let report = TextbookTabs(tabs: tabs, unvisited: unvisited).run()
    #expect(report.gone == 3)
    #expect(report.before == tabs.map(\.changedLabel))
    #expect(report.after[0] == tabs[0].changedLabel)
    #expect(report.after.dropFirst() == tabs.dropFirst().map(\.initialLabel)[...])
    #expect(report.lost == 3)
  }

  @Test func theTextbooksWarningMakesAView() {
    let report = TextbookTabs(tabs: tabs, unvisited: unvisited).run()
    #expect(report.madeByTheWarning == 1)
    #expect(report.bytesMade == 1_000)
  }

  @Test func theTextbooksRecursionHasNoEnd() {
    let textbook = TextbookTabs(tabs: [], unvisited: unvisited)
    #expect(textbook.recurse(bound: 10).depth == 10)
    #expect(textbook.recurse(bound: 200).depth == 200)
  }

  @Test func ourLabelsAreThere() async {
    let report = await WarnedTabs(tabs: tabs, layout: .zero).run()
    #expect(report.departures.count == 3)
    #expect(report.isSeenUntouched)
    #expect(report.released == report.target)
    #expect(report.before == tabs.map(\.changedLabel))
    #expect(report.after == report.before)
    #expect(report.small.count == 1)
  }

  @Test func whatIsFarthestGoesFirst() {
    let report = DeepStack().run()
    #expect(report.gone == ["Catalogue", "Author"])
    #expect(report.spared == ["Book: the user is likely to see it next"])
    #expect(report.goneWhileHeld == [])
    #expect(report.held == ["Book: it is held (a note is being written)"])
    #expect(report.goneAtLast == ["Book"])
    #expect(report.read == report.written.reversed())
  }

  @Test func theMapGoesBeforeItsPage() async {
    let report = await MapBeforePage(bytes: 500_000).run()
    #expect(report.isPageThere)
    #expect(report.isMapGone)
    #expect(report.released == 500_000)
    #expect(report.placeAfter == report.placeBefore)
    #expect(report.isBackAfterLoss)
  }

  @Test func screensHearWhatTheyMayRelyOn() {
    let report = CallbackOrder().run()
    let lines = report.moves.map(\.lines)
    #expect(
      lines[0] == [
        "Catalogue.willDisappear", "Book.willAppear", "Catalogue.didDisappear", "Book.didAppear",
      ])
    #expect(report.moves[1].isBalanced)
    #expect(report.depthAfterSwipe == 2)
    #expect(report.underSheet.isVisible && !report.underSheet.isForeground)
    #expect(!report.underFull.isVisible && !report.underFull.isForeground)
    #expect(report.illegal == [])
    #expect(report.violations == [])
  }

  // As its navigation controllers have it.
  @Test func uikitsCancelledSwipe() {
    #expect(
      CallbackOrder().run().swipeOfUIKit == [
        "Book.willDisappear", "Catalogue.willAppear", "Catalogue.willDisappear",
        "Catalogue.didDisappear", "Book.willAppear", "Book.didAppear",
      ])
  }

  @Test func whoKeepsAViewIsNamed() async {
    let report = await KeptAlive().run()
    #expect(report.isAlive)
    #expect(report.holders == ["AlbumScreen.lastShown"])
    #expect(!report.isAliveWhenBound)
    #expect(report.sentenceWhenBound == nil)
  }

  @Test(arguments: [
    TabsGuestOrder.recursing, .saving(path: "/a b"), .restoring(path: "--saving"),
  ])
  func anOrderIsUnderstood(order: TabsGuestOrder) {
    #expect(TabsGuestOrder(arguments: order.arguments) == order)
  }

  @Test(arguments: [[], ["tabs"], ["tabs-guest"], ["tabs-guest", "--saving"]])
  func whatIsNoOrderIsNotUnderstood(arguments: [String]) {
    #expect(TabsGuestOrder(arguments: arguments) == nil)
  }

  @Test func theSceneKeepsItsPromises() async throws {
    var lines: [String] = []
    let narrator = Narrator(isTerminal: false) { lines.append($0) }
    var scene = TabsScene()
    scene.program = Guests.program
    try await scene.play(narrator)
    #expect(narrator.brokenPromises == [])
    #expect(lines.filter { $0.count > 100 || $0.hasSuffix(" ") } == [])
  }
}
