import Stagecraft
import Testing

@testable import TourScenes

@Suite(.timeLimit(.minutes(3)))
struct ManagersSceneTests {
  @Test func oneQueueForAllMakesStrangersWait() async throws {
    let (order, peak) = try await ManagersEpisodes.oneForAll()
    #expect(order.count == 8)
    #expect(order.last == "order of Ada")
    #expect(peak == 1)
  }

  @Test func severalTypesShareTheGlobalManager() async throws {
    let report = try await ManagersEpisodes.shared()
    #expect(report.managers == ["shared"])
    #expect(report.peak == 4)
  }

  @Test func aManagerOfItsOwnIsSerial() async throws {
    let report = try await ManagersEpisodes.own()
    #expect(report.managers == ["catalogue"])
    #expect(report.order == (1...6).map { "write \($0)" })
    #expect(report.peak == 1)
  }

  @Test func aTypeSchedulesItself() async throws {
    let report = try await ManagersEpisodes.itself()
    #expect(report.early == 0)
    #expect(report.peak == 3)
    #expect(report.sheets == [1, 1, 1, 2, 2, 2])
    #expect(report.cancelled?.cancellation == .requested)
  }
}
