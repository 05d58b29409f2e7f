import StageFloor
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct ParkerTests {
  @Test func aPostBeforeTheWaitIsFoundAtOnce() {
    let parker = Parker()
    defer { parker.deallocate() }
    parker.post(7)
    #expect(parker.posted == 7)
    #expect(parker.wait(until: nil) == 7)
  }

  @Test func aWaitEndsAtItsTimeoutAndTheNextPostIsNotLost() {
    let parker = Parker()
    defer { parker.deallocate() }
    #expect(parker.wait(until: 0) == nil)
    #expect(parker.posted == nil)
    parker.post(3)
    #expect(parker.wait(until: 0) == 3)
    parker.reset()
    #expect(parker.posted == nil)
  }

  /// Each side is a thread of its own: two tasks that sleep for each other need both threads of a
  /// machine with two processors.
  @Test(arguments: [0, 1_000])
  func twoThreadsWakeEachOther(spins: Int) async throws {
    let there = Parker()
    let back = Parker()
    let rounds: UInt32 = 5_000
    async let first = onThread {
      (1...rounds).count { round in
        there.post(round)
        defer { back.reset() }
        return back.wait(until: nil, spinning: spins) == round
      }
    }
    async let second = onThread {
      (1...rounds).count { round in
        let heard = there.wait(until: nil, spinning: spins)
        there.reset()
        back.post(round)
        return heard == round
      }
    }
    #expect(try await [first, second] == [5_000, 5_000])
    there.deallocate()
    back.deallocate()
  }

  @Test func postingZeroTraps() async {
    await #expect(processExitsWith: .failure) { Parker().post(0) }
    await #expect(processExitsWith: .failure) { Parker().post(.max) }
  }
}
