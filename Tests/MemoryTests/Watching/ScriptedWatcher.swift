import CTestSupport
import Foundation
import StageFloor

@testable import StagecraftMemory

/// A watcher that follows a script and records the calls it receives.
final class ScriptedWatcher: Watcher {
  /// A call to a watcher.
  enum Happening: Sendable, Equatable {
    case looked([Int32])
    case closed
    case lost(String)
    case reported(PressureLevel)
  }

  /// What a watcher waits for, and what it does.
  struct Script: Sendable {
    var descriptors: [Int32] = []
    var events = Int16(POLLIN)
    var nextLook: Int64?
    /// Runs in `look`, on the watch thread; returns whether to continue.
    var look: @Sendable (ScriptedWatcher, [PolledDescriptor], Int64) -> Bool = { _, _, _ in true }
  }

  let happenings: AsyncStream<Happening>
  let reporter: PressureReporter
  private let continuation: AsyncStream<Happening>.Continuation
  private let script: Guarded<Script>
  private let watch = Guarded<ObservationToken?>(nil)

  init(_ script: Script = Script()) {
    let (happenings, continuation) = AsyncStream.makeStream(of: Happening.self)
    self.happenings = happenings
    self.continuation = continuation
    self.script = Guarded(script)
    reporter = PressureReporter { news in
      switch news {
      case .report(let report): continuation.yield(.reported(report.level))
      case .lost(let reason): continuation.yield(.lost(reason))
      case .watching, .unavailable, .member: break
      }
    }
  }

  deinit { continuation.finish() }

  var descriptors: [PolledDescriptor] {
    let script = script.copy
    return script.descriptors.map { PolledDescriptor(descriptor: $0, events: script.events) }
  }

  var nextLook: Int64? { script.copy.nextLook }

  func look(_ ready: [PolledDescriptor], now: Int64) -> Bool {
    continuation.yield(.looked(ready.map(\.descriptor)))
    return script.copy.look(self, ready, now)
  }

  func close() { continuation.yield(.closed) }

  /// Ends the sequence of calls.
  func finish() { continuation.finish() }

  func change(_ body: (inout Script) -> Void) {
    script.withLock { body(&$0) }
  }

  /// Stores the watcher's own watch, for ``endOwnWatch()``.
  func keep(_ watch: ObservationToken) { self.watch.withLock { $0 = watch } }

  func endOwnWatch() {
    watch.copy?.cancel()
  }
}

/// A pipe that is closed when it is deallocated.
final class TestPipe: Sendable {
  let reading: Int32
  private let writing: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    precondition(test_make_pipe(&ends) == 0)
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    _ = close(reading)
    _ = close(writing)
  }

  func write(_ count: Int = 1) {
    let bytes = [UInt8](repeating: 7, count: count)
    _ = Foundation.write(writing, bytes, count)
  }

  func readByte() {
    var byte: UInt8 = 0
    _ = read(reading, &byte, 1)
  }

  func drain() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while read(reading, &bytes, bytes.count) > 0 {}
  }
}
