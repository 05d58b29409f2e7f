import Stagecraft

private final class Page: Sendable {}

private func configured(_ change: (inout PoolConfiguration) -> Void) -> PoolConfiguration {
  var configuration = PoolConfiguration()
  change(&configuration)
  return configuration
}

/// Less than a clock can count: a pool would round it to zero.
private let attosecond = Duration(secondsComponent: 0, attosecondsComponent: 1)

let poolMisuses: [Misuse] =
  capacityMisuses + configurationMisuses + loanMisuses + localPoolMisuses + limiterMisuses

private let limiterMisuses: [Misuse] = [
  Misuse("a limiter of no permits", says: "A limiter of 0 permits would never grant one") {
    _ = TaskLimiter(limit: 0)
  },
  Misuse("a limiter of no starts", says: "A limiter of -1 starts in a period would never grant") {
    _ = TaskLimiter(starts: -1, per: .seconds(1))
  },
  Misuse("a period of an attosecond", says: "must be a nanosecond or more, not") {
    _ = TaskLimiter(starts: 1, per: attosecond)
  },
  Misuse("more permits than there are", says: "a limiter of 2 permits for 1 to 2, not for 3") {
    try? await TaskLimiter(limit: 2).withPermit(weight: 3) {}
  },
]

private let capacityMisuses: [Misuse] = [
  Misuse("a bounded pool of capacity 0", says: "A pool of capacity 0 could never lend anything") {
    _ = BoundedPool(capacity: 0) { 1 }
  },
  Misuse("a bounded pool of capacity -3", says: "A pool of capacity -3 could never lend anything") {
    _ = BoundedPool(capacity: -3) { 1 }
  },
  Misuse("a keyed pool of capacity 0", says: "A pool of capacity 0 could never lend anything") {
    _ = KeyedPool(capacity: 0, capacityPerKey: 1) { (key: Int) in key }
  },
  Misuse("a keyed pool with nothing per key", says: "With a capacity per key of -1") {
    _ = KeyedPool(capacity: 1, capacityPerKey: -1) { (key: Int) in key }
  },
  Misuse("a capacity set to -1", says: "A capacity must be 0 or more, not -1") {
    BoundedPool(lending: [1]).setCapacity(-1)
  },
  Misuse("a capacity per key set to -2", says: "not 1 in total and -2 per key") {
    KeyedPool(capacity: 1, capacityPerKey: 1) { (key: Int) in key }
      .setCapacity(1, perKey: -2)
  },
  Misuse("an elastic pool that keeps -1", says: "maximumIdle must be 0 or more, not -1") {
    _ = ElasticPool(maximumIdle: -1) { 1 }
  },
  Misuse("a warm-up to -1", says: "warmUp(to:) takes a count of 0 or more, not -1") {
    ElasticPool { 1 }.warmUp(to: -1)
  },
  Misuse("a bounded warm-up to -2", says: "warmUp(to:) takes a count of 0 or more, not -2") {
    try? await BoundedPool(capacity: 1) { 1 }.warmUp(to: -2)
  },
  Misuse("a trim by 1.5", says: "A share must be between 0 and 1, not 1.5") {
    ElasticPool { 1 }.trim(.fraction(1.5))
  },
  Misuse("a stock for a pool that makes its elements", says: "this pool of Int creates its") {
    BoundedPool(capacity: 1) { 1 }.replaceStock(with: [2])
  },
]

private let configurationMisuses: [Misuse] = [
  Misuse("a negative maximumIdle", says: "maximumIdle must be 0 or more, not -4") {
    _ = BoundedPool(capacity: 1, configuration: configured { $0.maximumIdle = -4 }) { 1 }
  },
  Misuse("a minimumIdle above the maximum", says: "minimumIdle asks for 3 idle elements") {
    _ = ElasticPool(maximumIdle: 2, configuration: configured { $0.minimumIdle = 3 }) { 1 }
  },
  Misuse("a minimumIdle above the capacity", says: "minimumIdle asks for 3 idle elements") {
    _ = BoundedPool(capacity: 2, configuration: configured { $0.minimumIdle = 3 }) { 1 }
  },
  Misuse("a keyed minimumIdle above the capacity", says: "minimumIdle asks for 3 idle elements") {
    let configuration = configured { $0.minimumIdle = 3 }
    _ = KeyedPool(capacity: 2, capacityPerKey: 2, configuration: configuration) { (_: Int) in 1 }
  },
  Misuse("a negative maximumWaiting", says: "maximumWaiting must be 0 or more, not -1") {
    _ = BoundedPool(capacity: 2, configuration: configured { $0.maximumWaiting = -1 }) { 1 }
  },
  Misuse("a negative minimumIdle", says: "minimumIdle must be 0 or more, not -1") {
    _ = BoundedPool(capacity: 2, configuration: configured { $0.minimumIdle = -1 }) { 1 }
  },
  Misuse("a maximumUses of 0", says: "maximumUses must be 1 or more, or nil, not 0") {
    _ = ElasticPool(configuration: configured { $0.expiration.maximumUses = 0 }) { 1 }
  },
  Misuse("an idleTimeout of zero", says: "idleTimeout must be 1 ms or longer, or nil, not 0.0 s") {
    _ = BoundedPool(capacity: 1, configuration: configured { $0.expiration.idleTimeout = .zero }) {
      1
    }
  },
  Misuse("an idleTimeout of an attosecond", says: "idleTimeout must be 1 ms or longer") {
    _ = BoundedPool(
      capacity: 1, configuration: configured { $0.expiration.idleTimeout = attosecond }
    ) { 1 }
  },
  Misuse("a keyed idleTimeout of an attosecond", says: "idleTimeout must be 1 ms or longer") {
    _ = KeyedPool(
      capacity: 1, capacityPerKey: 1,
      configuration: configured { $0.expiration.idleTimeout = attosecond }
    ) { (key: Int) in key }
  },
  Misuse("a negative maximumLifetime", says: "must be 1 ms or longer, or nil, not -2.0 seconds") {
    _ = BoundedPool(
      capacity: 1, configuration: configured { $0.expiration.maximumLifetime = .seconds(-2) }
    ) { 1 }
  },
  Misuse("a maximumLifetime of an attosecond", says: "maximumLifetime must be 1 ms or longer") {
    _ = ElasticPool(configuration: configured { $0.expiration.maximumLifetime = attosecond }) { 1 }
  },
  Misuse("no concurrent creations", says: "creation.maximumConcurrency must be 1 or more, not 0") {
    _ = BoundedPool(capacity: 1, configuration: configured { $0.creation.maximumConcurrency = 0 }) {
      1
    }
  },
  Misuse("no delay before a retry", says: "must be 1 ms or longer and at most longestRetryDelay") {
    _ = BoundedPool(capacity: 1, configuration: configured { $0.creation.firstRetryDelay = .zero })
    {
      1
    }
  },
  Misuse("retries after an attosecond", says: "creation.firstRetryDelay must be 1 ms or longer") {
    let configuration = configured {
      $0.creation.firstRetryDelay = attosecond
      $0.creation.longestRetryDelay = attosecond
    }
    _ = BoundedPool(capacity: 1, configuration: configuration) { 1 }
  },
  Misuse("retry delays that shrink", says: "not 0.05 seconds and 0.01 seconds") {
    _ = BoundedPool(
      capacity: 1,
      configuration: configured { $0.creation.longestRetryDelay = .milliseconds(10) }
    ) { 1 }
  },
  Misuse("a keepAliveInterval of zero", says: "keepAliveInterval must be 1 ms or longer, or nil") {
    var hooks = PoolHooks<Int>()
    hooks.validate = { _ in true }
    _ = ElasticPool(configuration: configured { $0.keepAliveInterval = .zero }, hooks: hooks) { 1 }
  },
  Misuse("a keepAliveInterval without a test", says: "keepAliveInterval tests idle elements with") {
    _ = BoundedPool(
      capacity: 1, configuration: configured { $0.keepAliveInterval = .seconds(30) }
    ) { 1 }
  },
  Misuse("a negative validationWindow", says: "validationWindow must be zero or more, not -1.0") {
    _ = ElasticPool(configuration: configured { $0.validationWindow = .seconds(-1) }) { 1 }
  },
  Misuse("a negative longHoldThreshold", says: "longHoldThreshold must be zero or more, not -1.0") {
    _ = ElasticPool(configuration: configured { $0.longHoldThreshold = .seconds(-1) }) { 1 }
  },
  Misuse("overtaking for -1 second", says: "overtaking must be zero or more, not -1.0 seconds") {
    _ = BoundedPool(capacity: 1, configuration: configured { $0.overtaking = .upTo(.seconds(-1)) })
    {
      1
    }
  },
  Misuse("a stock that expires", says: "A stock cannot be created again, so its elements neither") {
    _ = BoundedPool(lending: [1], configuration: configured { $0.expiration.maximumUses = 3 })
  },
  Misuse("a jitter of 1.5", says: "lifetimeJitter must be between 0 and 1, not 1.5") {
    _ = ElasticPool(configuration: configured { $0.expiration.lifetimeJitter = 1.5 }) { 1 }
  },
  Misuse("elements of no bytes", says: "bytesPerElement must be 1 or more, not 0") {
    ElasticPool { 1 }.registerForPressure(with: PressureMonitor(sources: .none), bytesPerElement: 0)
  },
]

private let loanMisuses: [Misuse] = [
  Misuse("an element of a released lease", says: "This lease was released") {
    let lease = ElasticPool { Page() }.ownedLease()
    lease.release()
    _ = lease.element
  },
  Misuse("the same object made twice", says: "This Page is on loan already") {
    let page = Page()
    let pool = ElasticPool { page }
    _ = pool.acquire()
    _ = pool.acquire()
  },
  Misuse("a quantile below zero", says: "A share must be between 0 and 1, not -0.1") {
    _ = PoolSnapshot.Histogram().quantile(-0.1)
  },
]

private let localPoolMisuses: [Misuse] = [
  Misuse("a local pool that keeps -1", says: "maximumIdle must be 0 or more, not -1") {
    _ = LocalPool(maximumIdle: -1) { 1 }
  },
  Misuse("a local minimum above the maximum", says: "minimumIdle asks for 3 idle elements") {
    _ = LocalPool(maximumIdle: 2, configuration: configured { $0.minimumIdle = 3 }) { 1 }
  },
  Misuse("a local maximumUses of 0", says: "maximumUses must be 1 or more, or nil, not 0") {
    _ = LocalPool(configuration: configured { $0.expiration.maximumUses = 0 }) { 1 }
  },
  Misuse("a local idleTimeout of zero", says: "idleTimeout must be 1 ms or longer") {
    _ = LocalPool(configuration: configured { $0.expiration.idleTimeout = .zero }) { 1 }
  },
  Misuse("a local pool with timings", says: "A LocalPool records no loans") {
    _ = LocalPool(configuration: configured { $0.recordsTimings = true }) { 1 }
  },
  Misuse("a local warm-up to -1", says: "warmUp(to:) takes a count of 0 or more, not -1") {
    LocalPool { 1 }.warmUp(to: -1)
  },
  Misuse("a local trim by -0.5", says: "A share must be between 0 and 1, not -0.5") {
    LocalPool { 1 }.trim(.fraction(-0.5))
  },
  Misuse("an element of a released local lease", says: "This lease of Int was released") {
    let lease = LocalPool { 1 }.ownedLease()
    lease.release()
    _ = lease.element
  },
  Misuse("the same local object made twice", says: "returned the same object twice") {
    let page = Page()
    let pool = LocalPool { page }
    _ = pool.acquire()
    _ = pool.acquire()
  },
  Misuse("a kind registered twice", says: "“page” (Page) is registered already") {
    let pool = ReusePool()
    pool.register(ReuseIdentifier<Page>("page")) { Page() }
    pool.register(ReuseIdentifier<Page>("page")) { Page() }
  },
  Misuse("a kind that was not registered", says: "“map” (Page) is not registered") {
    _ = ReusePool().dequeue(ReuseIdentifier<Page>("map"))
  },
]
