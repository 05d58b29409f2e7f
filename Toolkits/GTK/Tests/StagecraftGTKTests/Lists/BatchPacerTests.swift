import Testing

@testable import StagecraftGTK

@Suite("Pace of batches")
struct BatchPacerTests {
  private func shown() -> BatchPacer {
    var pacer = BatchPacer()
    _ = pacer.setShown(true)
    return pacer
  }

  @Test func framesAreRequestedOnceAndOnlyForChanges() {
    var pacer = shown()
    #expect(!pacer.isFrameRequested)
    let requests = (pacer.changed(), pacer.changed())
    #expect(requests == (true, false))
    #expect(pacer.frame() == .apply(.realized))
    pacer.batchEnded(nanoseconds: 100, splices: 1)
    #expect(pacer.frame() == .stop)
    #expect(!pacer.isFrameRequested)
    #expect(pacer.changed() == true)
  }

  @Test func changesDuringABatchAreAppliedInTheNextFrame() {
    var pacer = shown()
    _ = pacer.changed()
    #expect(pacer.frame() == .apply(.realized))
    #expect(pacer.changed() == false)
    pacer.batchEnded(nanoseconds: 100, splices: 1)
    #expect(pacer.frame() == .apply(.realized))
    #expect(pacer.frame() == .stop)
  }

  @Test func aHiddenViewIsUpdatedWhenItIsShown() {
    var pacer = BatchPacer()
    #expect(pacer.changed() == false)
    #expect(pacer.setShown(true) == true)
    #expect(pacer.setShown(false) == false)
    #expect(pacer.frame() == .stop)
    #expect(pacer.setShown(true) == true)
    #expect(pacer.frame() == .apply(.realized))
  }

  @Test func expensiveBatchesBecomeCoarserAndThenRarer() {
    var pacer = shown()
    var details: [BatchPacer.Detail] = []
    for _ in 0..<4 {
      _ = pacer.changed()
      while pacer.frame() == .wait {}
      details.append(pacer.detail)
      pacer.batchEnded(nanoseconds: 3 * BatchPacer.share, splices: 1)
    }
    #expect(details == [.realized, .seen, .anchor, .anchor])
    _ = pacer.changed()
    var waits = 0
    while pacer.frame() == .wait { waits += 1 }
    #expect(waits == 3)
  }

  @Test func manySplicesMakeBatchesCoarser() {
    var pacer = shown()
    pacer.batchEnded(nanoseconds: 1, splices: BatchPacer.splices + 1)
    #expect(pacer.detail == .seen)
    // In between, nothing changes.
    pacer.batchEnded(nanoseconds: 1, splices: BatchPacer.splices)
    #expect(pacer.detail == .seen)
    for _ in 0..<(BatchPacer.calm - 1) { pacer.batchEnded(nanoseconds: 1, splices: 1) }
    #expect(pacer.detail == .seen)
    pacer.batchEnded(nanoseconds: 1, splices: 1)
    #expect(pacer.detail == .realized)
  }

  @Test func aRestEndsAlsoWithoutChanges() {
    var pacer = shown()
    for _ in 0..<3 { pacer.batchEnded(nanoseconds: 2 * BatchPacer.share, splices: 1) }
    _ = pacer.changed()
    #expect(pacer.frame() == .wait)
    #expect(pacer.frame() == .wait)
    #expect(pacer.frame() == .apply(.anchor))
    #expect(pacer.frame() == .stop)
  }

  @Test func aFlushLeavesNothingForTheFrame() {
    var pacer = shown()
    _ = pacer.changed()
    pacer.flushed()
    #expect(pacer.frame() == .stop)
  }
}
