import Testing

@testable import StagecraftUIKit

@Suite("The switch of the rows in a batch")
@MainActor
struct BatchSwitchTests {
  @Test func switchesOnce() {
    var count = 0
    let batch = BatchSwitch { count += 1 }
    #expect(batch.switchRows())
    #expect(!batch.switchRows())
    #expect(count == 1)
  }

  /// A toolkit that defers the batch finds nothing to do.
  @Test func doesNothing_whenTheBatchIsOver() {
    var count = 0
    let batch = BatchSwitch { count += 1 }
    batch.end()
    #expect(!batch.switchRows())
    #expect(count == 0)
  }

  /// A toolkit that retains the closure of a batch retains nothing of the presenter's.
  @Test func keepsNothing_whenItHasSwitched() {
    final class Rows {}
    var rows: Rows? = Rows()
    weak let seen = rows
    let batch = BatchSwitch { [rows] in _ = rows }
    rows = nil
    #expect(seen != nil)
    _ = batch.switchRows()
    #expect(seen == nil)
  }
}
