import TestSupport
import Testing

@testable import StagecraftMemory

/// How often the use and the limit are read, and at which use a level is reported.
///
/// The test writes the files itself and advances the clock; the kernel takes no part.
@Suite struct GroupLimitTests {
  private static let mebibyte = 1 << 20
  private static let versions = [MemoryGroup.Version.unified, .legacy]

  /// A report, with the usage at that moment.
  private final class Warnings: Sendable {
    struct Warning: Equatable {
      var level: PressureLevel
      var used: Int
    }

    private let received = Locked<[Warning]>([])
    private let group: FakeGroup

    init(_ group: FakeGroup) { self.group = group }

    var all: [Warning] { received.value }

    var levels: [PressureLevel] { all.map(\.level) }

    var reporter: PressureReporter { PressureReporter { [self] in receive($0) } }

    private func receive(_ news: SourceMessage) {
      switch news {
      case .report(let report):
        received.update { $0.append(Warning(level: report.level, used: group.used)) }
      case .member(_, let relay):
        relay.connect { [self] in receive($0) }
      case .watching, .unavailable, .lost:
        break
      }
    }

    /// The use at which a level was first reported.
    func firstUse(at level: PressureLevel) -> Int? { all.first { $0.level == level }?.used }
  }

  /// A container has a hard limit and no soft one, so the kernel sends no event before the limit.
  @Test(arguments: versions, [20, 200, 2000])
  func hardLimitAloneIsReportedAtEachShare(version: MemoryGroup.Version, rate: Int) throws {
    let limit = 400 * Self.mebibyte
    let group = try FakeGroup(version, limit: limit)
    let warnings = Warnings(group)
    let watcher = try group.makeWatcher(warnings.reporter)
    defer { watcher.close() }
    var time = VirtualTime()
    // At first the use does not grow, and is read rarely.
    time.pass(until: 5, watcher)
    #expect(time.looks <= 5 * 12)
    #expect(warnings.all == [])
    let speed = rate * Self.mebibyte
    try time.pass(until: 5 + Double(limit) / Double(speed), watcher) { seconds in
      try group.use(min(limit, Int((seconds - 5) * Double(speed))))
    }
    for (level, share) in [(PressureLevel.elevated, 75), (.high, 85), (.critical, 95)] {
      let used = try #require(warnings.firstUse(at: level), "\(level)")
      // At two gibibytes per second, five percent of the limit last ten milliseconds.
      #expect(used >= limit / 100 * share && used < limit / 100 * (share + 5), "\(level)")
    }
  }

  @Test(arguments: versions)
  func loweredLimitIsReported(version: MemoryGroup.Version) throws {
    let group = try FakeGroup(version, limit: 400 * Self.mebibyte)
    let warnings = Warnings(group)
    let watcher = try group.makeWatcher(warnings.reporter)
    defer { watcher.close() }
    var time = VirtualTime()
    try group.use(93 * Self.mebibyte)
    time.pass(until: 3, watcher)
    #expect(warnings.all == [])
    try group.setLimit(100 * Self.mebibyte)
    time.pass(until: 5, watcher)
    #expect(warnings.levels == [.high])
    try group.use(96 * Self.mebibyte)
    time.pass(until: 5.5, watcher)
    #expect(warnings.levels == [.high, .critical])
    // A raised limit withdraws the report.
    try group.setLimit(400 * Self.mebibyte)
    time.pass(until: 7.5, watcher)
    #expect(warnings.levels.last == .normal)
  }

  @Test(arguments: versions)
  func newlySetLimitIsReported(version: MemoryGroup.Version) throws {
    let group = try FakeGroup(version, limit: nil)
    let warnings = Warnings(group)
    let watcher = try group.makeWatcher(warnings.reporter)
    defer { watcher.close() }
    var time = VirtualTime()
    try group.use(93 * Self.mebibyte)
    time.pass(until: 10, watcher)
    #expect(warnings.all == [])
    try group.setLimit(100 * Self.mebibyte)
    time.pass(until: 12, watcher)
    #expect(warnings.levels == [.high])
    try group.setLimit(400 * Self.mebibyte)
    time.pass(until: 14, watcher)
    #expect(warnings.levels == [.high, .normal])
    // The levels are shares of the new limit.
    try group.use(310 * Self.mebibyte)
    time.pass(until: 16, watcher)
    #expect(warnings.levels == [.high, .normal, .elevated])
    try group.setLimit(nil)
    time.pass(until: 18, watcher)
    #expect(warnings.levels == [.high, .normal, .elevated, .normal])
  }

  /// A file that was temporarily unreadable was mistaken for low use, or for a removed limit.
  @Test(arguments: versions)
  func unreadableUseIsNotNormal(version: MemoryGroup.Version) throws {
    let group = try FakeGroup(version, limit: 400 * Self.mebibyte)
    let warnings = Warnings(group)
    let watcher = try group.makeWatcher(warnings.reporter)
    defer { watcher.close() }
    var time = VirtualTime()
    try group.use(390 * Self.mebibyte)
    time.pass(until: 0.1, watcher)
    #expect(warnings.levels == [.critical])
    for text in ["", "\n", "-1\n", "many\n"] {
      try group.write(group.useFile, text)
      time.pass(until: time.seconds + 0.12, watcher)
      try group.use(390 * Self.mebibyte)
      time.pass(until: time.seconds + 0.2, watcher)
      #expect(warnings.levels == [.critical], "\(text)")
    }
    // The limits, which are read once a second.
    for text in ["", "\n", "-1\n", "many\n"] {
      for file in group.limitFiles { try group.write(file, text) }
      time.pass(until: time.seconds + 1.2, watcher)
      #expect(!warnings.levels.contains(.normal), "\(text)")
    }
    for file in group.limitFiles { try group.replaceWithFolder(file) }
    time.pass(until: time.seconds + 1.2, watcher)
    #expect(!warnings.levels.contains(.normal))
  }

  @Test(arguments: versions)
  func permanentlyUnreadableUseIsLostUntilItCanBeReadAgain(version: MemoryGroup.Version) throws {
    let group = try FakeGroup(version, limit: 400 * Self.mebibyte)
    let log = MessageLog()
    let watcher = try group.makeWatcher(log.reporter("group"))
    defer { watcher.close() }
    var time = VirtualTime()
    try group.use(350 * Self.mebibyte)
    time.pass(until: 0.1, watcher)
    try group.write(group.useFile, "")
    time.pass(until: 20, watcher)
    #expect(log.reports.map(\.level) == [.high])
    #expect(log.all.filter(\.isLost).map(\.source) == ["group/usage"])
    try group.use(351 * Self.mebibyte)
    time.pass(until: 22, watcher)
    #expect(log.reports.map(\.level) == [.high, .high])
    let last = log.all.last { $0.report == nil }
    #expect(last?.what == .watching("the use of a limit of 400 MiB"))
  }

  /// Files with impossible numbers; an invalid limit counts as none.
  @Test(arguments: versions)
  func absurdNumbersDoNotTrap(version: MemoryGroup.Version) throws {
    let texts = [
      "0\n", "\(Int.max)\n", String(repeating: "9", count: 70_000), "max", " 12 \n", "\u{0}",
      "1152921504606846975\n",
    ]
    let group = try FakeGroup(version, limit: 400 * Self.mebibyte)
    try group.add("desk/shelf", limit: 100 * Self.mebibyte)
    try group.move(to: "desk/shelf")
    let warnings = Warnings(group)
    let watcher = try group.makeWatcher(warnings.reporter)
    defer { watcher.close() }
    var time = VirtualTime()
    for limit in texts {
      for use in texts {
        for file in group.limitFiles { try group.write(file, limit) }
        try group.write(group.useFile, use)
        try group.write("memory.stat", "inactive_file \(use)\ntotal_inactive_file \(use)\n")
        let goesOn = time.pass(until: time.seconds + 1.1, watcher)
        #expect(goesOn, "\(limit) \(use)")
      }
    }
  }
}
