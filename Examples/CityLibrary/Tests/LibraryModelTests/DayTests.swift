import Foundation
import Stagecraft
import StagecraftTestKit
import Synchronization
import Testing

@testable import LibraryModel

@Suite(.timeLimit(.minutes(2)))
struct DayTests {
  /// A Thursday.
  private let thursday = Day(19_999)

  @Test func branchesOpenByTheDayOfTheWeek() {
    #expect(Day(0).weekday == 4)
    #expect((0...3).map { (thursday + $0).weekday } == [4, 5, 6, 7])
    let branch = Branch(
      id: 1, name: "", street: "", latitude: 0, longitude: 0, opens: 10, closes: 19,
      closesOnSaturday: 14, titles: 0, copies: 0, lent: 0)
    func opening(_ days: Int, _ hour: Int) -> Branch.Opening {
      branch.opening(at: Moment(day: thursday + days, hour: hour))
    }
    #expect(opening(0, 9) == .closed(until: 10, on: thursday))
    #expect(opening(0, 10) == .open(until: 19))
    #expect(opening(0, 18) == .open(until: 19))
    #expect(opening(0, 19) == .closed(until: 10, on: thursday + 1))
    #expect(opening(2, 13) == .open(until: 14))
    #expect(opening(2, 14) == .closed(until: 10, on: thursday + 4))
    #expect(opening(3, 12) == .closed(until: 10, on: thursday + 4))
  }

  @Test func eventsAreOnDaysWhenTheBranchIsOpen() async throws {
    let branches = try await TestLibrary().library.branches.list.snapshot()
    for branch in branches {
      for start in 0..<7 {
        let today = thursday + start
        let events = branch.events(from: today)
        #expect(events == branch.events(from: today))
        #expect(events.map(\.day) == events.map(\.day).sorted())
        for event in events {
          #expect(event.day >= today && event.day - today < 14)
          #expect(branch.hours(on: event.day)?.contains(event.hour) == true)
        }
      }
    }
    #expect(branches.contains { !$0.events(from: thursday).isEmpty })
  }

  @Test func anHourBelongsToTheZoneOfTheLibrary() throws {
    let zone = try #require(TimeZone(secondsFromGMT: 2 * 3_600))
    let evening = Date(timeIntervalSince1970: 20_000 * 86_400 + 22.5 * 3_600)
    #expect(Moment(containing: evening, in: zone) == Moment(day: Day(20_001), hour: 0))
    let west = try #require(TimeZone(secondsFromGMT: -8 * 3_600))
    #expect(Moment(containing: evening, in: west) == Moment(day: Day(20_000), hour: 14))
  }

  @Test func theDayChangesWhileTheProgramRuns() async throws {
    let moment = Mutex(Moment(day: thursday, hour: 23))
    let manual = ManualClock()
    let clock = LibraryClock(now: { moment.withLock { $0 } }, by: manual)
    try await manual.nextSleep(of: "library clock")
    #expect(clock.moments.snapshot().first?.hour == 23)
    moment.withLock { $0 = Moment(day: thursday + 1, hour: 0) }
    manual.advance(by: .seconds(10))
    await TestLibrary.until(clock.moments) { $0.first?.day == thursday + 1 }
    clock.stop()
  }
}
