import StagecraftTestKit

let testKitMisuses: [Misuse] = [
  Misuse("a clock that goes back", says: "it cannot be advanced by -1.0 seconds.") {
    ManualClock().advance(by: .seconds(-1))
  }
]
