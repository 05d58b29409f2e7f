import StageFloor
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ParkerTests {
  @Test func whatWasPostedBeforeTheWaitIsFoundAtOnce() {
    let parker = Parker()
    defer { parker.deallocate() }
    parker.post(7)
    #expect(parker.posted == 7)
    #expect(parker.wait(until: nil) == 7)
  }

  @Test func aWaitEndsWhenItsTimeIsUpAndTheNextPostIsNotLost() {
    let parker = Parker()
    defer { parker.deallocate() }
    #expect(parker.wait(until: 0) == nil)
    #expect(parker.posted == nil)
    parker.post(3)
    #expect(parker.wait(until: 0) == 3)
    parker.reset()
    #expect(parker.posted == nil)
  }

  @Test(arguments: [0, 1_000])
  func twoThreadsTellEachOther(spins: Int) async {
    let there = Parker()
    let back = Parker()
    let rounds: UInt32 = 5_000
    await withTaskGroup { group in
      group.addTask {
        for round in 1...rounds {
          there.post(round)
          #expect(back.wait(until: nil, spinning: spins) == round)
          back.reset()
        }
      }
      group.addTask {
        for round in 1...rounds {
          #expect(there.wait(until: nil, spinning: spins) == round)
          there.reset()
          back.post(round)
        }
      }
    }
    there.deallocate()
    back.deallocate()
  }

  @Test func postingWhatMeansNothingTraps() async {
    await #expect(processExitsWith: .failure) { Parker().post(0) }
    await #expect(processExitsWith: .failure) { Parker().post(.max) }
  }
}
