import Testing

@testable import StagecraftUIKit

@MainActor
struct BatchSwitchTests {
  @Test func rowsAreSwitchedOnce() {
    var count = 0
    let batch = BatchSwitch { count += 1 }
    #expect(batch.switchRows())
    #expect(!batch.switchRows())
    #expect(count == 1)
  }

  /// A toolkit may defer the batch.
  @Test func nothingIsSwitchedAfterTheBatch() {
    var count = 0
    let batch = BatchSwitch { count += 1 }
    batch.end()
    #expect(!batch.switchRows())
    #expect(count == 0)
  }

  /// A toolkit may retain the closure of a batch.
  @Test func theClosureIsReleasedAfterTheSwitch() {
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
