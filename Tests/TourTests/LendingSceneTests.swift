import Testing

@testable import TourScenes

@Suite(.timeLimit(.minutes(3)))
struct LendingSceneTests {
  @Test func twoReadersArePromisedTheLastCopy() async {
    let attempts = await LastCopyRace(copies: 1, readers: 2).run()
    #expect(attempts.map(\.seen) == [1, 1])
    #expect(attempts.count(where: \.isBrokenPromise) == 1)
  }

  @Test func manyReadersArePromisedTwoCopies() async {
    let attempts = await LastCopyRace(copies: 2, readers: 6).run()
    #expect(attempts.count(where: \.isBrokenPromise) == 4)
    #expect(Set(attempts.compactMap(\.copy)) == [1, 2])
  }

  @Test func theTextbooksRepairKeepsThreadsWaiting() async {
    let report = await BlockedReaders(copies: 2, readers: 6).run()
    #expect(report.waits.count == 6)
    #expect(report.mostOut <= 2)
    #expect(report.inStock == 2)
    #expect((0...4).contains(report.blocked))
    #expect(report.served(later: .zero) == 6)
  }

  @Test func checkOutsAddUp() async {
    let report = await LendingDay(copies: 2, readers: 8).run { _ in }
    #expect(report.board.checkOuts == 8)
    #expect(report.stock.checkOuts == 8)
    #expect(Set(report.served).count == 8)
    #expect(report.mostOut <= 2)
    #expect(report.stock.isComplete)
  }

  @Test func theImpatientAreToldAndThePatientServed() async throws {
    let report = try await ImpatientReaders(
      patiences: [.milliseconds(1), .milliseconds(2)], patientReaders: 2
    ).run()
    #expect(report.impatient.allSatisfy { $0.visit.timeout != nil })
    #expect(report.impatient.allSatisfy { $0.visit.waited >= $0.patience })
    #expect(report.patient.allSatisfy { $0.copy != nil })
    #expect(report.stock.isComplete)
  }

  @Test func whoGivesUpLosesNothing() async throws {
    let report = try await QuittingReaders(readers: 4).run()
    #expect(report.quitters.count { $0.gaveUp } == 2)
    #expect(report.stayed.allSatisfy { $0.copy != nil })
    #expect(report.inLine == (4, 2))
    #expect(report.stock.isComplete)
  }

  @Test func theLongestWaiterGetsTheThirdCopy() async throws {
    let report = try await ThirdCopy(readers: 3).run()
    #expect(report.served == ["Ada", "Ben", "Cleo"])
    #expect(report.visits.map(\.copy) == [3, 3, 3])
    #expect(report.stock.isComplete)
    #expect(report.stock.checkOuts == 3)
  }

  @Test func threadsAndTasksAreServedInTheirOrder() async throws {
    let report = try await MixedLine(readers: 4).run()
    #expect(report.served == ["Ada", "Ben", "Cleo", "Dan"])
    #expect(report.arrivals.map(\.isThread) == [true, false, true, false])
    #expect(report.mostOut == 1)
    #expect(report.stock.isComplete)
  }
}
