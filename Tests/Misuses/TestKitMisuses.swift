import StagecraftLists
import StagecraftTestKit

let testKitMisuses: [Misuse] = [
  Misuse("a clock that is moved backward", says: "it cannot be advanced by -1.0 seconds.") {
    ManualClock().advance(by: .seconds(-1))
  },
  Misuse("a row that is not there, dragged", says: "The table has no row at 0.4.") {
    await MainActor.run {
      FakeTable().dragRow(
        at: RowPath(section: 0, row: 4), to: RowPath(section: 0, row: 0), drop: {})
    }
  },
]
