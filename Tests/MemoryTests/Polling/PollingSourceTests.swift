import Foundation
import TestSupport
import Testing

@testable import StagecraftMemory

@Suite(.timeLimit(.minutes(3)))
struct PollingSourceTests {
  private func meminfo(_ available: Int) -> String {
    "MemTotal:       10000 kB\nMemFree:          100 kB\nMemAvailable:   \(available) kB\n"
  }

  @Test func availableMemoryIsPolled() async throws {
    let root = try TemporaryRoot(["/proc/meminfo": meminfo(1000)])
    let log = MessageLog()
    let watch = try AvailableMemoryPressure(surroundings: root.surroundings).watch(log.reporter())
    let first = await log.next { $0.report != nil }?.report
    #expect(first?.level == .elevated)
    try root.write("/proc/meminfo", meminfo(300))
    #expect(await log.next { $0.report != nil }?.report?.level == .critical)
    try root.write("/proc/meminfo", meminfo(9000))
    #expect(await log.next { $0.report != nil }?.report?.level == .normal)
    #expect(log.all.first?.what == .watching("/proc/meminfo, of 9.8 MiB"))
    watch.cancel()
  }

  @Test func permanentlyUnreadableFileIsLost() throws {
    let root = try TemporaryRoot(["/proc/meminfo": meminfo(1000)])
    let log = MessageLog()
    let watcher = try AvailableMemoryPressure(surroundings: root.surroundings)
      .makeWatcher(log.reporter())
    #expect(watcher.look([], now: 0))
    try root.write("/proc/meminfo", "nonsense")
    #expect(watcher.look([], now: 0))
    #expect(watcher.look([], now: 0))
    // A readable text resets the count of failures.
    try root.write("/proc/meminfo", meminfo(1000))
    #expect(watcher.look([], now: 0))
    try root.remove("/proc/meminfo")
    #expect(watcher.look([], now: 0))
    #expect(watcher.look([], now: 7))
    #expect(watcher.nextLook == 1_000_000_007)
    #expect(!watcher.look([], now: 0))
    #expect(log.all.last?.isLost == true)
  }

  @Test func missingFileIsRefused() throws {
    let root = try TemporaryRoot()
    #expect(throws: PressureSourceError.self) {
      try AvailableMemoryPressure(surroundings: root.surroundings).watch(MessageLog().reporter())
    }
  }

  @Test func budgetIsPolledAndReported() async throws {
    let bytes = Locked(100)
    let budget = PressureBudget(bytes: 1000) { bytes.value }
    let log = MessageLog()
    let watcher = try budget.makeWatcher(log.reporter())
    #expect(watcher.look([], now: 0))
    #expect(watcher.nextLook == 25_000_000)
    #expect(log.reports == [])
    bytes.update { $0 = 950 }
    #expect(watcher.look([], now: 5))
    #expect(watcher.nextLook == 5_000_005)
    #expect(log.reports.map(\.target) == [200])
    #expect(log.reports.map(\.level) == [.high])
    #expect(log.all.first?.what == .watching("1000 B; 100 B were in use at the start"))
  }

  /// Use below half of the budget was polled every two seconds: a budget of 200 MiB was reported at
  /// 456 MiB.
  @Test(arguments: [20, 200, 2000])
  func budgetIsReportedBeforeItIsUsedUp(rate: Int) throws {
    let (budget, speed) = (200 << 20, rate << 20)
    let bytes = Locked(10 << 20)
    let received = Locked<[(level: PressureLevel, bytes: Int)]>([])
    let reporter = PressureReporter { news in
      guard case .report(let report) = news else { return }
      received.update { $0.append((report.level, bytes.value)) }
    }
    let watcher = try PressureBudget(bytes: budget) { bytes.value }.makeWatcher(reporter)
    var time = VirtualTime()
    time.pass(until: 10, watcher)
    #expect(time.looks <= 10 * 25)
    let grown = Double(budget) / Double(speed)
    time.pass(until: 10 + grown, watcher) { seconds in
      bytes.update { $0 = 10 << 20 + Int(max(0, seconds - 10) * Double(speed)) }
    }
    let first = try #require(received.value.first)
    #expect(first.bytes >= budget / 5 * 4)
    #expect(first.bytes < budget)
    #expect(received.value.contains { $0.level == .critical && $0.bytes < budget / 10 * 11 })
  }

  @Test func budgetBelowTheResidentMemoryIsCriticalAtOnce() async throws {
    let log = MessageLog()
    let watch = try PressureBudget(bytes: 4096).watch(log.reporter())
    let report = await log.next { $0.report != nil }?.report
    #expect(report?.level == .critical)
    #expect(try #require(report?.target) > 100_000)
    watch.cancel()
  }

  @Test func unreadableBudgetIsRefusedOrLost() throws {
    #expect(throws: PressureSourceError.self) {
      try PressureBudget(bytes: 1) { nil }.watch(MessageLog().reporter())
    }
    let bytes = Locked<Int?>(1)
    let log = MessageLog()
    let watcher = try PressureBudget(bytes: 1000) { bytes.value }.makeWatcher(log.reporter())
    bytes.update { $0 = nil }
    #expect(watcher.look([], now: 0))
    #expect(watcher.look([], now: 0))
    #expect(!watcher.look([], now: 0))
    #expect(log.all.last?.isLost == true)
  }

  @Test func budgetOfZeroBytesTraps() async {
    await #expect(processExitsWith: .failure) { _ = PressureBudget(bytes: 0) }
  }
}
