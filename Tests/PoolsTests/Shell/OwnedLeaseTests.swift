import StagecraftPools
import Testing

@Suite
struct OwnedLeaseTests {
  private final class Page: Sendable {}

  // Two threads with the same lease could replace it at the same time.
  @Test func replacingTheObjectOfAnOwnedLeaseTraps() async {
    await #expect(processExitsWith: .failure) {
      let lease = ElasticPool { Book() }.ownedLease()
      lease.element = Book()
    }
  }

  @Test func aValueCanBeChangedAndReplaced() {
    let pool = ElasticPool { [1] }
    let lease = pool.ownedLease()
    lease.element.append(2)
    #expect(lease.element == [1, 2])
    lease.element = [3]
    lease.release()
    #expect(pool.withElement { $0 } == [3])
  }

  @Test func anObjectCanBeUsedInPlace() {
    protocol Counter { mutating func count() }
    final class Clicks: Counter {
      var clicks = 0
      func count() { clicks += 1 }
    }
    func count(_ counter: inout some Counter) { counter.count() }
    let lease = ElasticPool { Clicks() }.ownedLease()
    count(&lease.element)
    lease.element.clicks += 1
    #expect(lease.element.clicks == 2)
  }

  /// `AnyObject` is no class, and still makes a lease `Sendable`.
  @Test func anyObjectOutlivesTheEndOfItsLease() {
    let pool = ElasticPool<any AnyObject & Sendable, Never>(maximumIdle: 0) { Page() }
    let lease: any Sendable = pool.ownedLease()
    guard let lease = lease as? OwnedLease<any AnyObject & Sendable> else { return }
    weak let page = lease.element
    lease.discard()
    #expect(page != nil)
    withExtendedLifetime(lease) {}
  }
}
