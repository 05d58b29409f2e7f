import Stagecraft
import Testing

@testable import TourScenes

/// All alerts of the process take turns, and so do these tests.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(3)))
struct AlertsSceneTests {
  @Test func directlyTheyPileUp() {
    let report = FiveAlerts().presentDirectly()
    #expect(report.peak == 5)
    #expect(report.order == FiveAlerts.titles.reversed())
  }

  @Test func aSerialManagerShowsThemInTheOrderOfAsking() async throws {
    let report = try await FiveAlerts().presentSerially(managers: 1)
    #expect(report.peak == 1)
    #expect(report.order == FiveAlerts.titles)
  }

  @Test func twoSerialManagersShowTwo() async throws {
    #expect(try await FiveAlerts().presentSerially(managers: 2).peak == 2)
  }

  @Test func aCategoryHoldsForAllManagers() async throws {
    let report = try await FiveAlerts().presentAsOperations()
    #expect(report.peak == 1)
    #expect(report.order.first == FiveAlerts.offline)
    #expect(report.order.last == FiveAlerts.rating)
  }

  @Test func incidentsLeaveNothingBehind() async throws {
    let report = try await AlertIncidents().play()
    #expect(report.cancelled == .requested)
    #expect(report.expired == .expired)
    #expect(report.isJoined)
    #expect(report.events.last == .isAnswered(FiveAlerts.offline))
    #expect(report.explanation.contains("held by “\(FiveAlerts.overdue)”"))
  }

  @Test func theSceneKeepsItsPromises() async throws {
    var lines: [String] = []
    let narrator = Narrator(isTerminal: false) { lines.append($0) }
    try await AlertsScene().play(narrator)
    #expect(narrator.brokenPromises == [])
    #expect(lines.filter { $0.count > 100 || $0.hasSuffix(" ") } == [])
  }
}
