import TestSupport
import Testing

@testable import StagecraftScreens

@Suite("The machine of a heavy resource", .timeLimit(.minutes(3)))
struct ResourceMachineTests {
  @Test("refuses requests while it creates one")
  func making() {
    var machine = ResourceMachine()
    #expect(machine.needed() == .make)
    #expect(machine.needed() == .isBeingMade)
    let isDropped = machine.drop()
    #expect(!isDropped)
    let isAlive = machine.made()
    #expect(isAlive)
    #expect(machine.needed() == .present)
  }

  @Test("reports at the end of creation that it was lost meanwhile")
  func lostWhileMaking() {
    var machine = ResourceMachine()
    #expect(machine.needed() == .make)
    #expect(machine.markLost() == .whenMade)
    #expect(machine.markLost() == .none)
    let isAlive = machine.made()
    #expect(!isAlive)
    #expect(machine.state == .absent)
  }

  @Test("agrees with a naive model", .onSeparateThread)
  func model() throws {
    try withEverySeed(in: 0..<200) { generator in
      var machine = ResourceMachine()
      var isThere = false
      var isMaking = false
      var losses = 0
      for _ in 0..<100 {
        switch Int.random(in: 0..<6, using: &generator) {
        case 0:
          let expected: ResourceMachine.NeedAnswer =
            isThere ? .present : isMaking ? .isBeingMade : .make
          if expected == .make { isMaking = true }
          #expect(machine.needed() == expected, "\(Labels.text)")
        case 1 where isMaking:
          isThere = machine.made()
          isMaking = false
        case 2 where isMaking:
          machine.failed()
          isMaking = false
        case 3:
          let isDropped = machine.drop()
          #expect(isDropped == isThere, "\(Labels.text)")
          isThere = false
        case 4:
          let answer = machine.markLost()
          if isThere { #expect(answer == .gone, "\(Labels.text)") }
          if answer != .none { losses += 1 }
          isThere = false
        case 5:
          machine.forgetLosses()
          losses = 0
        default: break
        }
        #expect((machine.state == .present) == isThere, "\(Labels.text)")
        #expect(machine.losses == losses, "\(Labels.text)")
      }
    }
  }
}
