import Foundation
import Testing

@testable import StagecraftMemory

@Suite struct StallWatcherTests {
  private static let file = "/proc/pressure/memory"

  private static func text(_ some: Int, _ full: Int = 0) -> String {
    """
    some avg10=0.00 avg60=0.00 avg300=0.00 total=\(some)
    full avg10=0.00 avg60=0.00 avg300=0.00 total=\(full)

    """
  }

  private static let plenty = "MemTotal: 1000 kB\nMemAvailable: 900 kB\n"
  private static let little = "MemTotal: 1000 kB\nMemAvailable: 100 kB\n"

  @Test func refusedTriggersFallBackToReading() throws {
    let root = try TemporaryRoot([Self.file: Self.text(0), "/proc/meminfo": Self.plenty])
    let log = MessageLog()
    let watcher = try StallPressure(surroundings: root.surroundings).makeWatcher(log.reporter())
    defer { watcher.close() }
    #expect(watcher.summary.contains("is read every 2 s"))
    #expect(watcher.descriptors.isEmpty)
    // Nothing is written into a file that is not the kernel's.
    #expect(try SmallFile.read(root.path + Self.file) == Array(Self.text(0).utf8))

    let start = try #require(watcher.nextLook)
    #expect(watcher.look([], now: start))
    #expect(watcher.nextLook == start + 2_000_000_000)
    #expect(log.reports.isEmpty)

    try root.write(Self.file, Self.text(900_000, 500_000))
    #expect(watcher.look([], now: start + 2_000_000_000))
    // There is plenty of memory: the level is at most elevated.
    #expect(
      log.reports == [
        PressureReport(level: .elevated, cause: .stalled(all: true, microseconds: 500_000))
      ])
    #expect(watcher.nextLook == start + 3_000_000_000)

    try root.write(Self.file, Self.text(1_900_000, 1_000_000))
    try root.write("/proc/meminfo", Self.little)
    #expect(watcher.look([], now: start + 4_000_000_000))
    #expect(log.reports.last?.level == .critical)
  }

  @Test func falseFirstEventIsNotReported() throws {
    let root = try TemporaryRoot([Self.file: Self.text(1000)])
    let log = MessageLog()
    let path = root.path + Self.file
    let reading = try #require(StallReading(parsing: Array(Self.text(1000).utf8)))
    let file = try FileDescriptor.open(path, .read)
    let watcher = StallWatcher(
      path: path, gauges: [try #require(StallGauge(StallTrigger.all[0], reading: reading))],
      files: [file], uses: { [] }, reporter: log.reporter())
    defer { watcher.close() }
    #expect(watcher.nextLook == nil)
    let event = PolledDescriptor(
      descriptor: file.number, events: Int16(POLLPRI), happened: Int16(POLLPRI))
    #expect(watcher.descriptors.map(\.descriptor) == [file.number])

    try root.write(Self.file, Self.text(1001))
    #expect(watcher.look([event], now: 0))
    #expect(log.reports.isEmpty)
    try root.write(Self.file, Self.text(161_000))
    #expect(watcher.look([event], now: 1))
    #expect(
      log.reports == [
        PressureReport(level: .elevated, cause: .stalled(all: false, microseconds: 160_000))
      ])
    // Another file's event does not concern this one.
    try root.write(Self.file, Self.text(961_000))
    #expect(watcher.look([], now: 2))
    #expect(log.reports.count == 1)
    #expect(watcher.nextLook == nil)

    let gone = PolledDescriptor(
      descriptor: file.number, events: Int16(POLLPRI), happened: Int16(POLLPRI | POLLERR))
    #expect(!watcher.look([gone], now: 3))
    #expect(log.all.last?.isLost == true)
  }

  @Test func removedFileIsLost() throws {
    let root = try TemporaryRoot([Self.file: Self.text(0)])
    let log = MessageLog()
    let watcher = try StallPressure(surroundings: root.surroundings)
      .makeWatcher(log.reporter())
    try root.remove(Self.file)
    #expect(!watcher.look([], now: 0))
    #expect(log.all.map(\.isLost) == [true])
  }

  @Test func permanentlyUnreadableFileIsLost() throws {
    let root = try TemporaryRoot([Self.file: Self.text(0)])
    let log = MessageLog()
    let watcher = try StallPressure(surroundings: root.surroundings).makeWatcher(log.reporter())
    try root.write(Self.file, "")
    #expect(watcher.look([], now: 0))
    #expect(watcher.look([], now: 1))
    try root.write(Self.file, Self.text(0))
    #expect(watcher.look([], now: 2))
    try root.write(Self.file, "some nonsense")
    #expect(watcher.look([], now: 3))
    #expect(watcher.look([], now: 4))
    #expect(log.all.isEmpty)
    #expect(!watcher.look([], now: 5))
    #expect(log.all.map(\.isLost) == [true])
  }

  @Test func missingOrUnreadableFileIsRefused() throws {
    let root = try TemporaryRoot()
    let stalls = StallPressure(surroundings: root.surroundings)
    #expect(throws: PressureSourceError.self) { try stalls.watch(MessageLog().reporter()) }
    try root.write(Self.file, "nonsense")
    #expect(throws: PressureSourceError.self) { try stalls.watch(MessageLog().reporter()) }
  }

  @Test(.enabled(if: SmallFile.exists("/proc/pressure/memory"), "the kernel counts no stalls"))
  func realFileIsWatched() throws {
    let log = MessageLog()
    let stalls = StallPressure()
    let watcher: StallWatcher
    do {
      watcher = try stalls.makeWatcher(log.reporter())
    } catch {
      // Accounting may be switched off although the file exists.
      return
    }
    #expect(watcher.descriptors.isEmpty == (watcher.nextLook != nil))
    // With superuser rights there are events, from three descriptors.
    if watcher.nextLook == nil { #expect(watcher.descriptors.count == 3) }
    #expect(watcher.look([], now: 0))
    watcher.close()
    #expect(log.all.isEmpty)
  }
}
