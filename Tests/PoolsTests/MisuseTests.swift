import StagecraftPools
import Testing

@Suite(.timeLimit(.minutes(3)))
struct MisuseTests {
  @Test func capacitiesBelowOneTrap() async {
    await #expect(processExitsWith: .failure) {
      _ = BoundedPool(capacity: 0) { 1 }
    }
    await #expect(processExitsWith: .failure) {
      _ = BoundedPool(capacity: -3) { 1 }
    }
    await #expect(processExitsWith: .failure) {
      BoundedPool(lending: [1]).setCapacity(-1)
    }
    await #expect(processExitsWith: .failure) {
      _ = ElasticPool(maximumIdle: -1) { 1 }
    }
  }

  // The pool would create and destroy elements as long as a borrower waited or a minimum is kept.
  @Test func agesBelowAMillisecondTrap() async {
    await #expect(processExitsWith: .failure) {
      var configuration = PoolConfiguration()
      configuration.expiration.idleTimeout = Duration(secondsComponent: 0, attosecondsComponent: 1)
      _ = BoundedPool(capacity: 1, configuration: configuration) { 1 }
    }
    await #expect(processExitsWith: .failure) {
      var configuration = PoolConfiguration()
      configuration.expiration.maximumLifetime = .microseconds(999)
      _ = KeyedPool(capacity: 1, capacityPerKey: 1, configuration: configuration) { (key: Int) in
        key
      }
    }
  }

  // A creation that always fails would be repeated without end.
  @Test func retryDelaysBelowAMillisecondTrap() async {
    await #expect(processExitsWith: .failure) {
      var configuration = PoolConfiguration()
      configuration.creation.firstRetryDelay = .microseconds(999)
      _ = BoundedPool(capacity: 1, configuration: configuration) { 1 }
    }
  }

  @Test func oneMillisecondIsAccepted() {
    var configuration = PoolConfiguration()
    configuration.expiration.idleTimeout = .milliseconds(1)
    configuration.expiration.maximumLifetime = .milliseconds(1)
    configuration.creation.firstRetryDelay = .milliseconds(1)
    _ = BoundedPool(capacity: 1, configuration: configuration) { 1 }
  }

  @Test func aMinimumAboveTheCapacityTraps() async {
    await #expect(processExitsWith: .failure) {
      var configuration = PoolConfiguration()
      configuration.minimumIdle = 3
      _ = BoundedPool(capacity: 2, configuration: configuration) { 1 }
    }
  }

  @Test func usingAReleasedOwnedLeaseTraps() async {
    await #expect(processExitsWith: .failure) {
      let lease = ElasticPool { 1 }.ownedLease()
      lease.release()
      _ = lease.element
    }
  }

  @Test func sharesOutsideZeroToOneTrap() async {
    await #expect(processExitsWith: .failure) {
      ElasticPool { 1 }.trim(.fraction(1.5))
    }
    await #expect(processExitsWith: .failure) {
      _ = PoolSnapshot.Histogram().quantile(-0.1)
    }
  }

  @Test func makingOneObjectTwiceTraps() async {
    await #expect(processExitsWith: .failure) {
      let book = Book()
      let pool = ElasticPool { book }
      _ = pool.acquire()
      _ = pool.acquire()
    }
  }

  @Test func invalidNumbersTrap() async {
    await #expect(processExitsWith: .failure) {
      var configuration = PoolConfiguration()
      configuration.minimumIdle = 3
      _ = ElasticPool(maximumIdle: 2, configuration: configuration) { 1 }
    }
    await #expect(processExitsWith: .failure) { ElasticPool { 1 }.warmUp(to: -1) }
    await #expect(processExitsWith: .failure) {
      var configuration = PoolConfiguration()
      configuration.expiration.maximumUses = 0
      _ = ElasticPool(configuration: configuration) { 1 }
    }
    await #expect(processExitsWith: .failure) {
      var configuration = PoolConfiguration()
      configuration.creation.maximumConcurrency = 0
      _ = BoundedPool(capacity: 1, configuration: configuration) { 1 }
    }
    await #expect(processExitsWith: .failure) {
      var configuration = PoolConfiguration()
      configuration.expiration.lifetimeJitter = 1.5
      _ = ElasticPool(configuration: configuration) { 1 }
    }
  }
}
