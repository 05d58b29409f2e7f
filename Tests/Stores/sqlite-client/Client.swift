#if SQLite
import StageFloor
import StagecraftSQLiteStore
@_spi(Store) import StagecraftSharedPools

/// A session that borrows from the pool "books".
struct Client {
  let store: SQLiteStore
  let session = LendingSession(id: .random(), host: "localhost", process: getpid())
  let notifications: AsyncStream<LeaseStoreSignal>

  init(_ path: String) async throws {
    store = SQLiteStore(path)
    notifications = store.signals(for: session.id)
    _ = try await store.perform(.open(settings: nil, session: session), in: "books")
  }

  /// Borrows, waiting in the line if it must.
  ///
  /// - Returns: The key, and whether it has waited.
  func borrow(priority: Int = 0) async throws -> (key: LendingKey, hasWaited: Bool) {
    let ask = LendingAsk(
      id: .random(), session: session.id, wants: [Want()], priority: priority)
    var hasWaited = false
    var iterator = notifications.makeAsyncIterator()
    while true {
      let answer = try await store.perform(.ask(ask), in: "books")
      switch answer {
      case .asked(.granted(let grant)):
        return (LendingKey(request: ask.id, fence: grant.fence), hasWaited)
      case .asked(.waiting):
        if !hasWaited { hasWaited = true }
        while let signal = await iterator.next(), signal != .notification(ask.id) {}
      default: throw Unexpected(answer: answer)
      }
    }
  }

  func giveBack(_ key: LendingKey) async throws {
    let answer = try await store.perform(.giveBack(LendingReturn(lease: key)), in: "books")
    guard answer == .returned(.returned) else { throw Unexpected(answer: answer) }
  }

  // MARK: Commands

  func add(_ count: Int) async throws {
    for number in 1...max(count, 1) {
      let add = LendingUpkeep.add(
        name: "book \(number)", labels: ["novel"], payload: Array("shelf \(number)".utf8),
        token: .random())
      _ = try await store.perform(.keep(add), in: "books")
    }
    say("added")
    await store.close()
  }

  /// Borrows and keeps it until a line arrives; at the end of the input, ends without returning.
  func hold(priority: Int, alsoIn other: String?) async throws {
    say("opened")
    if let other {
      _ = try await store.perform(.open(settings: nil, session: session), in: other)
      let ask = LendingAsk(id: .random(), session: session.id, wants: [Want()])
      _ = try await store.perform(.ask(ask), in: other)
    }
    let (key, _) = try await borrow(priority: priority)
    say("granted \(key.fence)")
    if readLine() == nil { _exit(0) }
    try await giveBack(key)
    say("returned")
    await store.close()
  }

  /// Borrows what is free, or says that nothing is.
  func tryOnce() async throws {
    let ask = LendingAsk(id: .random(), session: session.id, wants: [Want()], joinsLine: false)
    switch try await store.perform(.ask(ask), in: "books") {
    case .asked(.granted(let grant)): say("granted \(grant.fence)")
    case .asked(.notFree): say("not free")
    case let answer: throw Unexpected(answer: answer)
    }
    await store.close()
  }

  /// Borrows, and starts a command that outlives this process and keeps it alive.
  func bequeath() async throws {
    let (key, _) = try await borrow()
    let liveness = try await store.livenessDescriptor()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, liveness, 9)
    // Otherwise the reader of the output would wait for the command too.
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    var child: pid_t = 0
    let words: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("60"), nil]
    guard posix_spawnp(&child, "sleep", &actions, nil, words, environ) == 0 else {
      return say("no sleep")
    }
    say("granted \(key.fence)")
    say("child \(child)")
    while true { pause() }
  }

  /// Borrows and returns for some time.
  func pairs(for seconds: Double) async throws {
    say("opened")
    _ = readLine()
    let start = now()
    let end = start + Int64(seconds * 1e9)
    var count = 0
    var last: Int64 = 0
    var longest: Int64 = 0
    while now() < end {
      let began = now()
      let (key, _) = try await borrow()
      longest = max(longest, now() - began)
      if key.fence.number <= last { say("fence \(key.fence) after \(last)") }
      last = key.fence.number
      try await giveBack(key)
      count += 1
    }
    say(
      "pairs \(count) \(Int(Double(count) * 1e9 / Double(now() - start))) longest \(longest / 1000)"
    )
    await store.close()
  }

  /// Borrows, renews for some time, and measures the longest renewal.
  func renewals(for seconds: Double) async throws {
    let (key, _) = try await borrow()
    let batch = LendingRenewalBatch(session: session.id, leases: [key])
    say("granted \(key.fence)")
    let end = now() + Int64(seconds * 1e9)
    var count = 0
    var longest: Int64 = 0
    while now() < end {
      let began = now()
      _ = try await store.perform(.renew(batch), in: "books")
      longest = max(longest, now() - began)
      count += 1
      usleep(20_000)
    }
    say("renewals \(count) longest \(longest / 1000)")
    try await giveBack(key)
    await store.close()
  }

  /// Passes a resource on, and measures the time from before the return until the next grant.
  func handOff(for seconds: Double) async throws {
    say("opened")
    _ = readLine()
    let stamp = open(path + ".stamp", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    let end = now() + Int64(seconds * 1e9)
    var times: [Int64] = []
    while now() < end {
      let (key, hasWaited) = try await borrow()
      var before: Int64 = 0
      pread(stamp, &before, 8, 0)
      if hasWaited { times.append(now() - before) }
      usleep(2_000)
      var instant = now()
      pwrite(stamp, &instant, 8, 0)
      try await giveBack(key)
    }
    times.sort()
    let median = times.isEmpty ? 0 : times[times.count / 2] / 1000
    let high = times.isEmpty ? 0 : times[times.count * 99 / 100] / 1000
    say("hand-offs \(times.count) p50 \(median) p99 \(high)")
    await store.close()
  }
}

struct Unexpected: Error { var answer: LendingAnswer }

func now() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// Writes a line at once.
func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = write(1, bytes, bytes.count)
}
#endif
