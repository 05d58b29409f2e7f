#if GTK
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
    #expect(pacer.frame() == .apply(.exact))
    pacer.batchEnded(nanoseconds: 100, splices: 1)
    #expect(pacer.frame() == .stop)
    #expect(!pacer.isFrameRequested)
    #expect(pacer.changed() == true)
  }

  @Test func changesDuringABatchAreAppliedInTheNextFrame() {
    var pacer = shown()
    _ = pacer.changed()
    #expect(pacer.frame() == .apply(.exact))
    #expect(pacer.changed() == false)
    pacer.batchEnded(nanoseconds: 100, splices: 1)
    #expect(pacer.frame() == .apply(.exact))
    #expect(pacer.frame() == .stop)
  }

  @Test func aHiddenViewIsUpdatedWhenItIsShown() {
    var pacer = BatchPacer()
    #expect(pacer.changed() == false)
    #expect(pacer.setShown(true) == true)
    #expect(pacer.setShown(false) == false)
    #expect(pacer.frame() == .stop)
    #expect(pacer.setShown(true) == true)
    #expect(pacer.frame() == .apply(.exact))
  }

  /// The callback of a hidden view remains until the next frame.
  @Test func aViewThatIsHiddenAndShownHasOneCallback() {
    var pacer = shown()
    #expect(pacer.changed() == true)
    #expect(pacer.setShown(false) == false)
    #expect(pacer.setShown(true) == false)
    #expect(pacer.changed() == false)
    #expect(pacer.frame() == .apply(.exact))
    #expect(pacer.frame() == .stop)
    #expect(pacer.changed() == true)
  }

  @Test func aBatchWaitsForRowsThatAreComputed() {
    var pacer = shown()
    _ = pacer.changed()
    for _ in 0..<BatchPacer.updates {
      #expect(pacer.frame() == .apply(.exact))
      #expect(pacer.postpone() == true)
      #expect(pacer.frame() == .wait)
      #expect(pacer.changed() == false)
      #expect(pacer.frame() == .wait)
      pacer.updateEnded()
    }
    // It changes faster than it is computed.
    #expect(pacer.frame() == .apply(.exact))
    #expect(pacer.postpone() == false)
    pacer.batchEnded(nanoseconds: 1, splices: 1)
    #expect(pacer.frame() == .stop)
    _ = pacer.changed()
    #expect(pacer.frame() == .apply(.exact))
    #expect(pacer.postpone() == true)
    // Hidden meanwhile.
    _ = pacer.setShown(false)
    #expect(pacer.frame() == .stop)
    pacer.updateEnded()
    #expect(pacer.setShown(true) == true)
    #expect(pacer.frame() == .apply(.exact))
  }

  @Test func expensiveBatchesBecomeRarer() {
    var pacer = shown()
    for (share, rest) in [(0.9, 0), (1.5, 1), (3.2, 3), (100, 8)] {
      _ = pacer.changed()
      #expect(pacer.frame() == .apply(.exact))
      pacer.batchEnded(nanoseconds: Int(share * Double(BatchPacer.share)), splices: 1)
      _ = pacer.changed()
      var waits = 0
      while pacer.frame() == .wait { waits += 1 }
      #expect(waits == rest)
      pacer.batchEnded(nanoseconds: 1, splices: 1)
      #expect(pacer.frame() == .stop)
    }
  }

  @Test func manySplicesMakeBatchesCoarse() {
    var pacer = shown()
    pacer.batchEnded(nanoseconds: 1, splices: BatchPacer.splices)
    #expect(pacer.detail == .exact)
    pacer.batchEnded(nanoseconds: 1, splices: BatchPacer.splices + 1)
    #expect(pacer.detail == .coarse)
    for _ in 0..<(BatchPacer.calm - 1) { pacer.batchEnded(nanoseconds: 1, splices: 1) }
    // In between, nothing changes.
    pacer.batchEnded(nanoseconds: 1, splices: BatchPacer.splices)
    #expect(pacer.detail == .coarse)
    pacer.batchEnded(nanoseconds: 1, splices: 1)
    #expect(pacer.detail == .exact)
  }

  @Test func aRestEndsAlsoWithoutChanges() {
    var pacer = shown()
    pacer.batchEnded(nanoseconds: 2 * BatchPacer.share, splices: 1)
    #expect(pacer.frame() == .wait)
    #expect(pacer.frame() == .wait)
    #expect(pacer.frame() == .stop)
  }

  @Test func aFlushLeavesNothingForTheFrame() {
    var pacer = shown()
    _ = pacer.changed()
    pacer.flushed()
    #expect(pacer.frame() == .stop)
  }
}
#endif
