import CTestSupport
import Foundation
import StageFloor

@testable import StagecraftMemory

/// A lookout that follows a script and records the calls it receives.
final class ScriptedLookout: Lookout {
  /// A call to a lookout.
  enum Happening: Sendable, Equatable {
    case looked([Int32])
    case closed
    case lost(String)
    case reported(PressureLevel)
  }

  /// What a lookout waits for, and what it does.
  struct Script: Sendable {
    var descriptors: [Int32] = []
    var events = Int16(POLLIN)
    var nextLook: Int64?
    /// Runs in `look`, on the watch thread; returns whether to continue.
    var look: @Sendable (ScriptedLookout, [PolledDescriptor], Int64) -> Bool = { _, _, _ in true }
  }

  let happenings: AsyncStream<Happening>
  let reporter: PressureReporter
  private let continuation: AsyncStream<Happening>.Continuation
  private let lock = LockWord()
  nonisolated(unsafe) private var script: Script  // guard: `lock`
  nonisolated(unsafe) private var watch: PressureWatch?  // guard: `lock`

  init(_ script: Script = Script()) {
    let (happenings, continuation) = AsyncStream.makeStream(of: Happening.self)
    self.happenings = happenings
    self.continuation = continuation
    self.script = script
    reporter = PressureReporter { news in
      switch news {
      case .report(let report): continuation.yield(.reported(report.level))
      case .lost(let reason): continuation.yield(.lost(reason))
      case .watching, .unavailable, .member: break
      }
    }
  }

  deinit {
    continuation.finish()
    lock.deallocate()
  }

  var descriptors: [PolledDescriptor] {
    lock.withLock {
      script.descriptors.map { PolledDescriptor(descriptor: $0, events: script.events) }
    }
  }

  var nextLook: Int64? { lock.withLock { script.nextLook } }

  func look(_ ready: [PolledDescriptor], now: Int64) -> Bool {
    continuation.yield(.looked(ready.map(\.descriptor)))
    let look = lock.withLock { script.look }
    return look(self, ready, now)
  }

  func close() { continuation.yield(.closed) }

  /// Ends the sequence of calls.
  func finish() { continuation.finish() }

  func change(_ body: (inout Script) -> Void) {
    lock.lock()
    defer { lock.unlock() }
    body(&script)
  }

  /// Stores the lookout's own watch, for ``endOwnWatch()``.
  func keep(_ watch: PressureWatch) { lock.withLock { self.watch = watch } }

  func endOwnWatch() {
    let watch = lock.withLock { self.watch }
    watch?.end()
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
