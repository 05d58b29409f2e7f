import TestSupport
import Testing

@testable import StagecraftCaches
@testable import StagecraftMemory

struct PurgeableValueTests {
  private let made = Locked(0)

  /// A value with the number of its creation.
  private func makePlan() -> PurgeableValue<Cover> {
    PurgeableValue(
      "plan", cost: .computed, under: nil, size: { $0.bytes },
      make: { [made] in
        Cover(
          book: made.update { count in
            count += 1
            return count
          }, bytes: 100)
      })
  }

  @Test func valueIsCreatedOnFirstRead() throws {
    let plan = makePlan()
    #expect(!plan.isLoaded && plan.loadedValue == nil && made.value == 0)
    #expect(try plan.value().book == 1)
    #expect(plan.isLoaded && plan.loadedValue?.book == 1)
    #expect(try plan.value().book == 1)
  }

  @Test func purgedValueIsCreatedAgain() throws {
    let plan = makePlan()
    #expect(plan.purge() == 0)
    _ = try plan.value()
    #expect(plan.purge() == 100)
    #expect(!plan.isLoaded && plan.purge() == 0)
    #expect(try plan.value().book == 2)
  }

  @Test func monitorPurgesTheValue() throws {
    let plan = makePlan()
    _ = try plan.value()
    #expect(plan.store.purgeableBytes == 100)
    #expect(plan.store.release(ReleaseRequest(level: .normal)) == 0)
    #expect(plan.store.release(ReleaseRequest(level: .elevated, target: 1)) == 100)
    #expect(!plan.isLoaded && plan.store.purgeableBytes == 0)
  }

  @Test func valueInUseIsNotPurged() throws {
    let plan = makePlan()
    try plan.withValue { outer in
      try plan.withValue { inner in
        #expect(inner == outer)
        #expect(plan.store.purgeableBytes == 0)
        #expect(plan.store.release(ReleaseRequest(level: .critical)) == 0)
      }
      #expect(plan.store.release(ReleaseRequest(level: .critical)) == 0)
    }
    #expect(plan.isLoaded)
    #expect(plan.store.release(ReleaseRequest(level: .critical)) == 100)
  }

  @Test func valueInUseIsPurgedAfterItsUse() throws {
    let plan = makePlan()
    try plan.withValue { _ in
      try plan.withValue { _ in #expect(plan.purge() == 0) }
      #expect(plan.isLoaded)
    }
    #expect(!plan.isLoaded)
    // The purge applied to that value, not to the next one.
    try plan.withValue { #expect($0.book == 2) }
    #expect(plan.isLoaded)
  }

  @Test func throwingScopeEndsItsUse() throws {
    let plan = makePlan()
    #expect(throws: CoverError()) { try plan.withValue { _ in throw CoverError() } }
    #expect(plan.purge() == 100)
  }

  @Test func failedCreationThrowsAndTheNextCallTriesAgain() throws {
    let plan = PurgeableValue<Int>(
      "plan", cost: .computed, under: nil, size: { _ in 1 },
      make: {
        [made] in
        let count = made.update { count in
          count += 1
          return count
        }
        if count == 1 { throw CoverError(book: count) }
        return count
      })
    #expect(throws: CoverError(book: 1)) { try plan.value() }
    #expect(!plan.isLoaded)
    #expect(try plan.value() == 2)
  }

  @Test(arguments: [false, true])
  func valuePurgedDuringCreationIsNotKept(byTheMonitor: Bool) throws {
    let box = Locked<PurgeableValue<Int>?>(nil)
    let plan = PurgeableValue<Int>(
      "plan", cost: .computed, under: nil, size: { _ in 1 },
      make: {
        if byTheMonitor {
          _ = box.value?.store.release(ReleaseRequest(level: .elevated))
        } else {
          box.value?.purge()
        }
        return 7
      })
    box.update { $0 = plan }
    #expect(try plan.value() == 7)
    #expect(!plan.isLoaded)
    // The value can be used, although it is not kept.
    try plan.withValue { #expect($0 == 7 && !plan.isLoaded) }
    box.update { $0 = nil }
    #expect(try plan.value() == 7)
    #expect(plan.isLoaded)
  }

  @Test func readingTheValueDuringItsCreationTraps() async {
    await #expect(processExitsWith: .failure) {
      let box = Locked<PurgeableValue<Int>?>(nil)
      let plan = PurgeableValue<Int>(
        "plan", cost: .computed, under: nil, size: { _ in 1 },
        make: {
          try box.value?.value() ?? 0
        })
      box.update { $0 = plan }
      _ = try plan.value()
    }
  }

  /// The `deinit` of each value uses the holder, which would deadlock under its lock.
  @Test func valueIsReleasedWithoutALockLifetime() throws {
    final class Plan: Sendable {
      let tracked: Tracked
      let whenEnded: @Sendable () -> Void
      init(_ tracked: Tracked, whenEnded: @escaping @Sendable () -> Void) {
        self.tracked = tracked
        self.whenEnded = whenEnded
      }
      deinit { whenEnded() }
    }
    let tracker = LifetimeTracker()
    let box = Locked<PurgeableValue<Plan>?>(nil)
    let ended = Locked(0)
    let plan = PurgeableValue<Plan>(
      "plan", cost: .computed, under: nil, size: { _ in 1 },
      make: {
        Plan(tracker.make()) {
          ended.update { $0 += 1 }
          _ = box.value?.isLoaded
        }
      })
    box.update { $0 = plan }
    _ = try plan.value()
    plan.purge()
    #expect(ended.value == 1)
    try plan.withValue { _ in _ = plan.purge() }
    #expect(ended.value == 2)
    _ = try plan.value()
    _ = plan.store.release(ReleaseRequest(level: .high))
    #expect(ended.value == 3 && tracker.alive == 0 && tracker.made == 3)
    box.update { $0 = nil }
  }
}
