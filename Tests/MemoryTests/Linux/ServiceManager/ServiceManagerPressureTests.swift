import CTestSupport
import Foundation
import TestSupport
import Testing

@testable import StagecraftMemory

/// The service manager's protocol over real FIFOs, sockets, devices and files.
@Suite(.timeLimit(.minutes(3)))
struct ServiceManagerPressureTests {
  private func source(_ path: String, write: String? = nil) -> ServiceManagerPressure {
    var environment = ["MEMORY_PRESSURE_WATCH": path]
    environment["MEMORY_PRESSURE_WRITE"] = write
    return ServiceManagerPressure(surroundings: PressureSurroundings(environment: environment))
  }

  private func refusal(_ source: ServiceManagerPressure) -> String? {
    do {
      _ = try source.watch(MessageLog().reporter())
      return nil
    } catch {
      return "\(error)"
    }
  }

  private func makeFIFO(in folder: TemporaryRoot, mode: mode_t = 0o600) -> String {
    let path = folder.path + "/pressure"
    #expect(mkfifo(path, mode) == 0)
    return path
  }

  private func write(_ text: String, to descriptor: Int32) {
    #expect(Foundation.write(descriptor, text, text.utf8.count) == text.utf8.count)
  }

  @Test func writeToFIFOIsReported() async throws {
    let folder = try TemporaryRoot()
    let path = makeFIFO(in: folder)
    let log = MessageLog()
    let watch = try source(path).watch(log.reporter())
    // Several writers, one after another; the end of one does not end the watch.
    for _ in 0..<3 {
      let writer = try TestWriter(path)
      try writer.write("the shelves are full")
      writer.close()
      let report = await log.next { $0.report != nil }?.report
      #expect(report?.cause == .serviceManager)
      #expect(try #require(report).level >= .elevated)
      #expect(report?.lasting == .momentary)
    }
    #expect(log.all.first?.what == .watching(path))
    #expect(!log.all.contains { $0.isLost })
    watch.cancel()
  }

  @Test func closedWriterDoesNotMakeTheThreadSpin() async throws {
    let folder = try TemporaryRoot()
    let path = makeFIFO(in: folder)
    let log = MessageLog()
    let thread = WatchThread()
    let watcher = try source(path).makeWatcher(log.reporter())
    let watch = thread.add(watcher)
    let writer = try TestWriter(path)
    try writer.write("full")
    writer.close()
    _ = await log.next { $0.report != nil }
    #expect(thread.rounds <= 3)
    watch.cancel()
  }

  /// A FIFO opened only for reading hangs up when its writers have closed it; a reopened one does
  /// not.
  @Test func reopenedFIFOWaitsForTheNextWriter() async throws {
    let folder = try TemporaryRoot()
    let path = makeFIFO(in: folder)
    let log = MessageLog()
    let endpoint = ServiceManagerEndpoint(
      path: path, kind: .fifo(hasWriter: false), file: try FileDescriptor.open(path, .read),
      echo: [])
    let watcher = ServiceManagerWatcher(
      endpoint, reporter: log.reporter(), headroom: { Headroom() })
    let thread = WatchThread()
    let watch = thread.add(watcher)
    for _ in 0..<3 {
      let writer = try TestWriter(path)
      try writer.write("full")
      writer.close()
      #expect(await log.next { $0.report != nil } != nil)
    }
    #expect(!log.all.contains { $0.isLost })
    #expect(thread.rounds < 30)
    watch.cancel()
  }

  @Test func ownBytesInFIFOAreNotAnEvent() throws {
    let folder = try TemporaryRoot()
    let path = makeFIFO(in: folder)
    let log = MessageLog()
    let watcher = try source(path, write: "c29tZQA=").makeWatcher(log.reporter())
    let ready = watcher.descriptors.map {
      PolledDescriptor(descriptor: $0.descriptor, events: $0.events, happened: Int16(POLLIN))
    }
    #expect(watcher.look(ready, now: 1))
    #expect(log.reports == [])
    let writer = try TestWriter(path)
    try writer.write("some\0")
    writer.close()
    #expect(watcher.look(ready, now: 2))
    #expect(log.reports.count == 1)
    watcher.close()
  }

  /// Ten thousand writes cause a few events, and the thread sleeps in between.
  @Test func manyWritesAreReportedAsFewEvents() async throws {
    let folder = try TemporaryRoot()
    let path = makeFIFO(in: folder)
    let log = MessageLog()
    let thread = WatchThread()
    let watcher = try source(path).makeWatcher(log.reporter())
    let watch = thread.add(watcher)
    let start = ContinuousClock.now
    try await onThread {
      let writer = try TestWriter(path)
      for _ in 0..<10_000 { try writer.write("the shelves are full") }
      writer.close()
    }
    _ = await log.next { $0.report != nil }
    let rests = Int((ContinuousClock.now - start) / .milliseconds(100)) + 2
    #expect(log.reports.count <= rests)
    #expect(thread.rounds <= 2 * rests + 4)
    watch.cancel()
  }

  @Test func repeatedEventsRaiseTheLevel() throws {
    let folder = try TemporaryRoot()
    let path = makeFIFO(in: folder)
    let log = MessageLog()
    let endpoint = try ServiceManagerEndpoint.open(path, write: [])
    let watcher = ServiceManagerWatcher(
      endpoint, reporter: log.reporter(), headroom: { Headroom() })
    let writer = try TestWriter(path)
    for second in 0..<4 as Range<Int64> {
      try writer.write("full")
      #expect(watcher.nextLook == nil)
      let now = second * 2_000_000_000
      #expect(watcher.look(ready(watcher, POLLIN), now: now))
      // Further events are ignored during a pause.
      #expect(watcher.nextLook == now + ServiceManagerWatcher.rest)
      #expect(watcher.descriptors == [])
      #expect(watcher.look([], now: now + ServiceManagerWatcher.rest))
    }
    writer.close()
    #expect(log.reports.map(\.level) == [.elevated, .high, .critical, .critical])
    watcher.close()
  }

  @Test func socketReceivesTheConfiguredBytesAndIsThenRead() async throws {
    let folder = try TemporaryRoot()
    let path = folder.path + "/socket"
    let listener = test_listen_local(path)
    #expect(listener >= 0)
    let log = MessageLog()
    let watch = try source(path, write: "c29tZQA=").watch(log.reporter())
    let (received, peer) = try await onThread {
      let peer = test_accept(listener, 60)
      var buffer = [UInt8](repeating: 0, count: 64)
      let count = read(peer, &buffer, buffer.count)
      return (Array(buffer.prefix(max(0, count))), peer)
    }
    #expect(received == Array("some\0".utf8))
    write("full", to: peer)
    #expect(await log.next { $0.report != nil }?.report?.cause == .serviceManager)
    write("fuller", to: peer)
    close(peer)
    close(listener)
    let last = await log.next { $0.isLost }
    #expect(last?.what == .lost("the other side hung up"))
    #expect(log.reports.count == 2)
    watch.cancel()
  }

  @Test func deviceIsReadUntilItHangsUp() async throws {
    let terminal = try #require(TestTerminal())
    let log = MessageLog()
    let watch = try source(terminal.path).watch(log.reporter())
    write("full\n", to: terminal.descriptor)
    #expect(await log.next { $0.report != nil }?.report?.cause == .serviceManager)
    terminal.close()
    #expect(await log.next { $0.isLost }?.what == .lost("the other side hung up"))
    watch.cancel()
  }

  @Test func missingOrUnusableFileIsUnavailable() throws {
    let folder = try TemporaryRoot(["/pressure": "some avg10=0.00 total=0\n"])
    let unset = ServiceManagerPressure(surroundings: folder.surroundings)
    #expect(refusal(unset) == "MEMORY_PRESSURE_WATCH is not set")
    #expect(refusal(source("")) == "MEMORY_PRESSURE_WATCH turns monitoring off")
    #expect(refusal(source("/dev/null")) == "MEMORY_PRESSURE_WATCH turns monitoring off")
    #expect(refusal(source(folder.path + "/none"))?.contains("No such file") == true)
    #expect(refusal(source(folder.path))?.contains("not a file that can be watched") == true)
    #expect(
      refusal(source(folder.path + "/pressure"))?.contains("is not a kernel file") == true)
    let long = folder.path + "/" + String(repeating: "x", count: 120)
    #expect(refusal(source(long)) != nil)
  }

  @Test(.inForkedChild, .enabled(if: geteuid() == 0, "only root can act for another user"))
  func anotherUsersPipeAndSocketAreRefused() async throws {
    let folder = try TemporaryRoot()
    let pipe = makeFIFO(in: folder)
    let socket = folder.path + "/socket"
    let listener = test_listen_local(socket)
    #expect(refusal(source(pipe)) == nil)
    #expect(refusal(source(socket)) == nil)
    let reason = "belongs to user 12345, and neither to root nor to the user of this process"
    #expect(chown(pipe, 12345, 12345) == 0)
    #expect(refusal(source(pipe, write: "c29tZQA="))?.contains(reason) == true)
    // The peer's user is the one who called `listen` last.
    let number = UnsafeMutableRawPointer(bitPattern: Int(listener))
    let result = await inForkedChild(number, seconds: 60) { number in
      setuid(12345) == 0 && listen(Int32(Int(bitPattern: number)), 4) == 0 ? 0 : 1
    }
    #expect(result == 0)
    #expect(refusal(source(socket, write: "c29tZQA="))?.contains(reason) == true)
    close(listener)
  }

  @Test func socketWithoutListenerIsRefused() throws {
    let folder = try TemporaryRoot()
    let path = folder.path + "/socket"
    let listener = test_listen_local(path)
    close(listener)
    #expect(refusal(source(path))?.contains("to connect to") == true)
  }

  @Test func unavailableSourceLeavesNothingOpen() throws {
    let folder = try TemporaryRoot(["/pressure": "some avg10=0.00 total=0\n"])
    let before = try FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count
    for _ in 0..<200 { _ = refusal(source(folder.path + "/pressure")) }
    let after = try FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count
    // Other tests run at the same time.
    #expect(after < before + 150)
  }

  /// The kernel's own file, with the trigger that systemd sets.
  @Test(.enabled(if: Self.kernelReportsStalls, "the kernel accepts no trigger here"))
  func kernelFileIsWatchedForItsEvent() throws {
    let log = MessageLog()
    let watcher = try source("/proc/pressure/memory", write: "c29tZSAyMDAwMDAgMjAwMDAwMAA=")
      .makeWatcher(log.reporter())
    #expect(watcher.descriptors.map(\.events) == [Int16(POLLPRI)])
    // An event without a stall is false.
    #expect(watcher.look(ready(watcher, POLLPRI), now: 1))
    #expect(log.reports == [])
    #expect(watcher.look([], now: 2))
    // An error means that there will be no further events.
    #expect(!watcher.look(ready(watcher, POLLPRI | POLLERR), now: 3))
    #expect(log.all.last?.isLost == true)
    watcher.close()
  }

  @Test(.enabled(if: Self.kernelReportsStalls, "the kernel accepts no trigger here"))
  func kernelFileWithoutTriggerIsLostAtOnce() async throws {
    let log = MessageLog()
    let watch = try source("/proc/pressure/memory").watch(log.reporter())
    let reason = "no trigger was set, or the kernel sends no signals for /proc/pressure/memory"
    #expect(await log.next { $0.isLost }?.what == .lost(reason))
    watch.cancel()
  }

  private static let kernelReportsStalls: Bool = {
    let order = Array("some 200000 2000000\0".utf8)
    let path = "/proc/pressure/memory"
    guard let endpoint = try? ServiceManagerEndpoint.open(path, write: order) else { return false }
    endpoint.file.close()
    return true
  }()

  private func ready(_ watcher: ServiceManagerWatcher, _ happened: Int32) -> [PolledDescriptor] {
    watcher.descriptors.map {
      PolledDescriptor(descriptor: $0.descriptor, events: $0.events, happened: Int16(happened))
    }
  }
}
