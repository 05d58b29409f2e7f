import StagecraftPools
import Synchronization
import Testing

@discardableResult
private func first<Fact: Sendable>(of facts: AsyncStream<Fact>) async -> Fact? {
  for await fact in facts { return fact }
  return nil
}

private final class Flag: Sendable {
  private let value = Mutex(false)
  var isRaised: Bool { value.withLock { $0 } }
  func raise() { value.withLock { $0 = true } }
}

/// A page that stores a lease, and sets a flag when it is destroyed.
@MainActor private final class Page {
  let map: LocalOwnedLease<BranchMap>
  let isGone: Flag

  init(_ pool: LocalPool<BranchMap>, isGone: Flag = Flag()) {
    map = pool.ownedLease()
    self.isGone = isGone
  }

  deinit { isGone.raise() }
}

/// A branch that is an actor of its own, with its own maps.
private actor Branch {
  private let pool: LocalPool<BranchMap>
  private var map: LocalOwnedLease<BranchMap>?

  init(_ hooks: sending LocalPoolHooks<BranchMap>) {
    pool = LocalPool(hooks: hooks) { BranchMap() }
  }

  var idle: Int { pool.snapshot.idle }
  func open() { map = pool.ownedLease(preferring: "Harbour") }
  func release() { map?.release() }
  func close() { map = nil }
}

/// Holds the only reference to a value, and drops it on request on any thread.
private final class Holder<Value: Sendable>: Sendable {
  private let value: Mutex<Value?>
  init(_ value: Value) { self.value = Mutex(value) }
  func drop() { value.withLock { $0 = nil } }
}

@Suite("An owned lease of a local pool", .timeLimit(.minutes(3)))
struct LocalOwnedLeaseTests {
  @MainActor @Test("dropped on another thread returns its element on the main actor")
  func droppedElsewhere() async {
    let (returns, returned) = AsyncStream<Void>.makeStream()
    let pool = LocalPool(
      hooks: LocalPoolHooks(onReturn: { (_: inout BranchMap) in
        MainActor.preconditionIsolated()
        returned.yield()
        return .reuse
      })
    ) { BranchMap() }
    let pageIsGone = Flag()
    let holder = Holder(Page(pool, isGone: pageIsGone))
    #expect(pool.snapshot.onLoan == 1)

    let isGoneThere = await Task.detached {
      holder.drop()
      return pageIsGone.isRaised
    }.value

    #expect(isGoneThere)
    await first(of: returns)
    #expect(pool.snapshot.onLoan == 0)
    #expect(pool.snapshot.idle == 1)
  }

  @MainActor
  @Test("dropped on another thread as the last reference to its pool ends both on the actor")
  func lastReferenceDroppedElsewhere() async {
    let (endings, ended) = AsyncStream<PoolDiscardReason>.makeStream()
    let holder: Holder<Page>
    do {
      let pool = LocalPool(
        hooks: LocalPoolHooks(destroy: { (_: BranchMap, reason) in
          MainActor.preconditionIsolated()
          ended.yield(reason)
        })
      ) { BranchMap() }
      pool.warmUp(to: 3)
      holder = Holder(Page(pool))
    }

    await Task.detached { holder.drop() }.value

    var reasons: [PoolDiscardReason] = []
    for await reason in endings {
      reasons.append(reason)
      if reasons.count == 3 { break }
    }
    #expect(reasons == [.shutdown, .shutdown, .shutdown])
  }

  @MainActor @Test("dropped on the main actor returns its element at once")
  func droppedOnItsActor() async {
    let pool = LocalPool { BranchMap() }
    var page: Page? = Page(pool)
    #expect(page?.map.element.number == 1)
    // On Linux, the main actor may continue on another thread than the main thread after this.
    await Task.detached {}.value
    page = nil
    #expect(pool.snapshot.idle == 1)
  }

  @Test("created on another actor returns its element there, or at once if it is released")
  func otherActor() async {
    let (returns, returned) = AsyncStream<Bool>.makeStream()
    let home = Mutex<Branch?>(nil)
    let branch = Branch(
      LocalPoolHooks(onReturn: { _ in
        let branch = home.withLock { $0 }
        branch?.preconditionIsolated()
        returned.yield(branch != nil)
        return .reuse
      }))
    home.withLock { $0 = branch }
    await branch.open()
    await branch.close()
    #expect(await first(of: returns) == true)
    #expect(await branch.idle == 1)

    await branch.open()
    await branch.release()
    #expect(await branch.idle == 1)
    home.withLock { $0 = nil }
  }

  @Test("stored in the actor that created it does not keep that actor alive")
  func actorIsReleased() async {
    let (endings, ended) = AsyncStream<PoolDiscardReason>.makeStream()
    do {
      let branch = Branch(LocalPoolHooks(destroy: { _, reason in ended.yield(reason) }))
      await branch.open()
    }
    #expect(await first(of: endings) == .shutdown)
  }

  @Test("created on no actor returns its element at once")
  func withoutAnActor() {
    let pool = LocalPool { BranchMap() }
    do {
      let lease = pool.ownedLease()
      #expect(lease.element.number == 1)
    }
    #expect(pool.snapshot.idle == 1)
  }

  @Test("allows changes in place, and gets the element that last showed its key")
  func inPlace() {
    let pool = LocalPool<[Int]> { [] }
    let lease = pool.ownedLease(preferring: "Harbour")
    #expect(!lease.isPreferred)
    lease.element.append(1)
    #expect(lease.element == [1])
    lease.release()
    lease.release()
    #expect(pool.snapshot.idle == 1)
    #expect(pool.ownedLease(preferring: "Harbour").isPreferred)
  }

  @Test("gives no access to its element after it was released")
  func usedAfterRelease() async {
    await #expect(processExitsWith: .failure) {
      let lease = LocalPool { BranchMap() }.ownedLease()
      lease.release()
      _ = lease.element
    }
  }
}
