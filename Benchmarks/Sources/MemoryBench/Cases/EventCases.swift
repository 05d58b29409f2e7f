internal import CHarness
internal import Foundation
internal import Harness
internal import StagecraftMemory
internal import StagecraftTestKit

extension Case {
  /// From the event to the first responder, in a process that sleeps.
  static var events: [Case] { [fifo, group] }

  /// A message of the service manager, through a FIFO.
  private static var fifo: Case {
    Case("event-fifo", "from a byte in MEMORY_PRESSURE_WATCH to the first responder's start") {
      let mounts = try ManyMounts(2_000)
      return [
        try .signalling("stagecraft", root: nil),
        try .signalling("stagecraft-2000-mounts", root: mounts),
        .observed("floor", events: 20) { events in try PipeFloor.observe(events) },
      ]
    }
  }

  /// The kernel's event when a group of processes passes a share of its limit.
  private static var group: Case {
    Case(
      "event-group",
      """
      from the first of \(ChargedGroup.burst / 4096) pages with which a child passes 75 % of its \
      group's limit (version 1) to the first responder's start
      """
    ) {
      guard let charged = try? ChargedGroup() else { return [] }
      let watcher = EventWatcher(charged.group.sources)
      return [
        .observed("stagecraft", events: 20) { events in
          try (0..<events).map { _ in
            let began = try charged.pass()
            let took = try watcher.start() - began
            try charged.giveBack()
            try watcher.waitForNormal()
            // The source reads the state of the group again after each event.
            Thread.sleep(forTimeInterval: 0.03)
            return took
          }
        }
      ]
    }
  }
}

extension Subject {
  fileprivate static func signalling(_ name: String, root: ManyMounts?) throws -> Subject {
    let pipe = try PressureFIFO()
    let watcher = EventWatcher(
      .automatic(environment: pipe.environment, root: root?.path ?? ""))
    return .observed(name, events: 20) { events in
      // It is removed with the last reference.
      defer { Sink.keep(root) }
      return try (0..<events).map { _ in
        let began = bench_nanoseconds()
        pipe.signal()
        let took = try watcher.start() - began
        // The source ignores events for a tenth of a second after each one.
        Thread.sleep(forTimeInterval: 0.11)
        return took
      }
    }
  }
}

/// A monitor with one responder, which records the time at which it was asked.
private final class EventWatcher: Sendable {
  private let monitor: PressureMonitor
  private let starts = Starts()
  private let registration: PressureRegistration

  init(_ sources: PressureSources) {
    var policy = PressurePolicy()
    policy.holdOff = .zero
    policy.criticalHoldOff = .zero
    policy.heapTrimInterval = nil
    monitor = PressureMonitor(sources: sources, policy: policy)
    registration = monitor.register("first", cost: .free) { [starts] _ in
      starts.note(bench_nanoseconds())
      return 0
    }
  }

  /// Waits for the responder to be asked, and returns the time of that.
  func start() throws -> Int64 { try starts.next() }

  func waitForNormal() throws {
    for _ in 0..<5_000 {
      if monitor.level == .normal { return starts.forget() }
      Thread.sleep(forTimeInterval: 0.001)
    }
    throw SilentSource()
  }
}

/// The time at which a responder was first asked since the wait began.
private final class Starts: @unchecked Sendable {  // guard: `condition`
  private let condition = NSCondition()
  private var first: Int64?

  func note(_ moment: Int64) {
    condition.lock()
    first = first ?? moment
    condition.signal()
    condition.unlock()
  }

  func next() throws -> Int64 {
    condition.lock()
    defer { condition.unlock() }
    let end = Date(timeIntervalSinceNow: 5)
    while first == nil {
      if !condition.wait(until: end) { throw SilentSource() }
    }
    defer { first = nil }
    return first ?? 0
  }

  func forget() {
    condition.lock()
    first = nil
    condition.unlock()
  }
}

/// An event had no effect within five seconds.
struct SilentSource: Error {}

/// The machine's best case: a thread that waits for a byte, and records its arrival.
private enum PipeFloor {
  static func observe(_ events: Int) throws -> [Int64] {
    let pipe = Pipe()
    let starts = Starts()
    let reader = pipe.fileHandleForReading.fileDescriptor
    Thread.detachNewThread {
      var byte: UInt8 = 0
      while read(reader, &byte, 1) == 1, byte != 0 { starts.note(bench_nanoseconds()) }
      starts.note(0)
    }
    let writer = pipe.fileHandleForWriting.fileDescriptor
    var byte: UInt8 = 1
    let times = try (0..<events).map { _ in
      Thread.sleep(forTimeInterval: 0.01)
      let began = bench_nanoseconds()
      write(writer, &byte, 1)
      return try starts.next() - began
    }
    byte = 0
    write(writer, &byte, 1)
    _ = try starts.next()
    return times
  }
}
