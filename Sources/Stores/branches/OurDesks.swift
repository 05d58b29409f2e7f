#if SQLite
internal import SceneFloor
internal import StagecraftSQLiteStore
internal import StagecraftSharedPools

/// The same desks with a shared pool over SQLite.
struct OurDesks {
  private let narrator: Narrator
  private let folder: String
  private let clock = ContinuousClock()
  /// Short, so that the scene is.
  private let rules = SharedPoolSettings(timeToLive: .seconds(1))

  init(_ narrator: Narrator, _ folder: String) {
    self.narrator = narrator
    self.folder = folder
  }

  func play() async throws {
    narrator.chapter("Ours: SharedPool(\"copies\", at: SQLiteStore(\"lend.sqlite\"))")
    narrator.say(
      """
      Two copies, three desks. A lease lives a second without renewal. Each grant has a larger \
      fence, and the catalogue refuses a smaller one than it has seen.
      """)
    let pool = try await SharedPool(
      "copies", at: SQLiteStore(folder + "/lend.sqlite"), settings: rules)
    try await pool.add("shelf 4", named: "copy-1")
    try await pool.add("shelf 4", named: "copy-2")
    let central = try DeskProcess("Central", at: folder)
    let hill = try DeskProcess("Hill", at: folder)
    let first = try await borrow(central)
    try await playKill(pool, hill)
    try await playPause(pool, central, hill, first)
    try await playEnd(pool, [central, hill])
    await pool.close()
  }

  private struct Loan {
    var copy: String
    var fence: Fence
  }

  private func loan(_ answer: String) throws -> Loan {
    let parts = answer.split(separator: " ")
    guard parts.count == 2, let fence = Fence(String(parts[1])) else {
      throw SceneError(description: "A desk has answered: \(answer)")
    }
    return Loan(copy: String(parts[0]), fence: fence)
  }

  private func borrow(_ desk: DeskProcess) async throws -> Loan {
    let loan = try loan(try await desk.ask("borrow"))
    narrator.step(desk.name, "lends \(loan.copy), fence \(loan.fence.counter)")
    return loan
  }

  /// Orders a desk to borrow, and waits until it stands in line.
  private func queue(_ desk: DeskProcess, _ pool: SharedPool<String>) async throws {
    var last = try await lastEvent(pool)
    desk.order("borrow")
    while true {
      for event in try await pool.events(after: last, limit: 100) {
        last = event.number
        if event.kind == .joined {
          narrator.step(desk.name, "waits in line: both copies are lent")
          return
        }
      }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  private func lastEvent(_ pool: SharedPool<String>) async throws -> Int64 {
    try await pool.events(after: 0, limit: 10_000).last?.number ?? 0
  }

  private func playKill(_ pool: SharedPool<String>, _ hill: DeskProcess) async throws {
    let harbour = try DeskProcess("Harbour", at: folder)
    let lost = try await borrow(harbour)
    try await queue(hill, pool)
    let killed = clock.now
    harbour.kill()
    narrator.step("Harbour", "is killed")
    let next = try loan(try await hill.answer())
    let wait = clock.now - killed
    narrator.step("Hill", "lends \(next.copy), fence \(next.fence.counter)")
    narrator.promise(
      """
      The killed desk's copy was lent again after \(wait.inMilliseconds) ms, without waiting for its \
      lease to end, and with a larger fence.
      """,
      isKept: next.copy == lost.copy && next.fence > lost.fence && wait < rules.timeToLive / 2)
  }

  private func playPause(
    _ pool: SharedPool<String>, _ central: DeskProcess, _ hill: DeskProcess, _ loan: Loan
  ) async throws {
    narrator.pause()
    let before = try await central.ask("holds")
    central.pause()
    narrator.step("Central", "checks its lease (\(before)), and is paused, with \(loan.copy)")
    let north = try DeskProcess("North", at: folder)
    let paused = clock.now
    try await queue(north, pool)
    let next = try self.loan(try await north.answer())
    let wait = clock.now - paused
    narrator.step(
      "North",
      "lends \(next.copy), fence \(next.fence.counter), after \(wait.inMilliseconds) ms")
    let entry = "\(next.copy) is lent to Ben, by North"
    let written = try await north.ask("write \(entry)")
    narrator.step("North", "enters: \(entry)")
    narrator.promise(
      """
      The paused desk's copy was lent again only after its lease and the grace period, \
      \((rules.timeToLive + rules.effectiveGrace).inMilliseconds) ms after its last renewal.
      """,
      // The last renewal was at most a third of the time to live before the pause.
      isKept: next.copy == loan.copy && next.fence > loan.fence && written == "written"
        && wait > rules.timeToLive * 2 / 3 - .milliseconds(100) + rules.effectiveGrace)
    narrator.pause()
    central.goOn()
    // Its first instructions, before anything could reach it.
    let after = try await central.ask("holds")
    narrator.step("Central", "continues, and looks at its own clock first: still mine? \(after)")
    let late = try await central.ask("write \(loan.copy) is lent to Ada, by Central")
    narrator.step(
      "Central", "writes all the same, with fence \(loan.fence.counter): \(late.words(1))")
    let found = TextFile(folder + "/catalogue").text
    narrator.promise(
      "In the first instruction after the pause the lease counts as lost, without asking the store.",
      isKept: before == "yes" && after == "no")
    narrator.promise(
      "The catalogue has refused the late write, and says: \"\(found)\".",
      isKept: late == "refused \(loan.fence) \(next.fence)" && found == entry)
    _ = try await north.ask("return")
    _ = try await hill.ask("return")
  }

  private func playEnd(_ pool: SharedPool<String>, _ desks: [DeskProcess]) async throws {
    narrator.pause()
    narrator.say("Who held what, by the log:")
    let events = try await pool.events(after: 0, limit: 10_000)
    var holders: [String: [String]] = [:]
    var isOrdered = true
    var last: [String: Fence] = [:]
    var out: Set<String> = []
    for event in events {
      guard let copy = event.resource, let fence = event.fence else { continue }
      if event.kind == .granted {
        isOrdered = isOrdered && last[copy].map { $0 < fence } ?? true && !out.contains(copy)
        last[copy] = fence
        out.insert(copy)
        holders[copy, default: []].append("fence \(fence.counter)")
      } else if event.kind == .returned || event.kind == .expired {
        out.remove(copy)
        holders[copy, default: []].append(event.kind.rawValue)
      }
    }
    for copy in holders.keys.sorted() {
      narrator.step(copy, (holders[copy] ?? []).joined(separator: ", "))
    }
    let report = try await pool.report()
    narrator.promise(
      """
      No copy had two holders at once, each grant had a larger fence, and both are in stock again: \
      \(report.count(of: .free)) free, \(report.waiting) in line.
      """,
      isKept: isOrdered && out.isEmpty && report.count(of: .free) == 2 && report.waiting == 0)
  }
}

extension Fence {
  /// The number of the grant within its epoch, which is short enough to read.
  var counter: Int64 { number & (1 << 40 - 1) }
}

extension Duration {
  var inMilliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }
}

extension String {
  /// The first words.
  func words(_ count: Int) -> String { split(separator: " ").prefix(count).joined(separator: " ") }
}
#endif
