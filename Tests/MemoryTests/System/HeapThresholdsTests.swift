import TestSupport
import Testing

@testable import StagecraftMemory

#if canImport(Glibc)
import Glibc

/// Memory freed by other threads is returned to the system.
///
/// Each test runs in a separate process, because the thresholds apply to the whole process. A
/// sanitizer replaces the heap, so the tests do not run under one.
@Suite(
  .timeLimit(.minutes(3)),
  .enabled(if: Sanitizer.running == nil, "a sanitizer has a heap of its own"))
struct HeapThresholdsTests {
  @Test func memoryFreedByOtherThreadsReturnsToTheSystem() async {
    await #expect(processExitsWith: .success) {
      let policy = {
        var policy = PressurePolicy()
        policy.returnsFreedMemory = true
        return policy
      }()
      let report = await Arenas().relieve(policy)
      guard !report.heapKeepsMemory, let measured = report.measured else { exit(1) }
      // At least nine tenths of 64 MiB.
      guard measured >= report.released / 10 * 9 else {
        fatalError("\(report)")
      }
    }
  }

  /// The report explains why so little was measured.
  @Test func reportExplainsThatTheHeapKeepsMemoryWithoutThePolicy() async {
    await #expect(processExitsWith: .success) {
      let report = await Arenas().relieve(PressurePolicy())
      guard report.heapKeepsMemory, let measured = report.measured else { exit(1) }
      // How much is returned without the policy depends on the C library.
      guard measured < report.released / 2 else { return }
      guard report.description.contains("PressurePolicy.returnsFreedMemory") else {
        fatalError("\(report)")
      }
    }
  }

  @Test func concurrentTrimRequestsAreCombined() async {
    // In a separate process: other tests request trims too.
    await #expect(processExitsWith: .success) {
      let tasks = (0..<100).map { _ in HeapTrim.runSoon() }.compactMap { $0 }
      guard tasks.count >= 1 else { fatalError("No request began a task.") }
      for task in tasks { await task.value }
      guard HeapTrim.run() else { fatalError("The heap cannot be trimmed.") }
    }
  }
}

/// Blocks in the heaps of eight threads.
private final class Arenas: @unchecked Sendable {  // guard: each thread fills a row of its own
  private static let threads = 8
  private static let block = 16 << 10
  private static let blocks = 512
  private let rows: UnsafeMutablePointer<UnsafeMutableRawPointer?>

  init() {
    rows = .allocate(capacity: Self.threads * Self.blocks)
    rows.initialize(repeating: nil, count: Self.threads * Self.blocks)
  }

  /// Fills all heaps, and runs a pass that frees everything.
  func relieve(_ policy: PressurePolicy) async -> ReliefReport {
    // Raises glibc's thresholds: one large block is allocated and freed.
    free(malloc(24 << 20))
    let monitor = PressureMonitor(sources: .none, policy: policy)
    fill()
    let registration = monitor.register("blocks", cost: .free) { [self] _ in freeAll() }
    let report = await monitor.relieve(.critical)
    withExtendedLifetime(registration) {}
    return report
  }

  private struct Row {
    var arenas: Arenas
    var number: Int
  }

  private func fill() {
    let threads = (0..<Self.threads).map { number in
      let row = Unmanaged.passRetained(Box(Row(arenas: self, number: number)))
      var thread = pthread_t()
      pthread_create(
        &thread, nil,
        { context in
          guard let context else { return nil }
          let row = Unmanaged<Box>.fromOpaque(context).takeRetainedValue().row
          row.arenas.fill(row.number)
          return nil
        }, row.toOpaque())
      return thread
    }
    for thread in threads { pthread_join(thread, nil) }
  }

  private final class Box {
    let row: Row
    init(_ row: Row) { self.row = row }
  }

  private func fill(_ number: Int) {
    for index in 0..<Self.blocks {
      let block = malloc(Self.block)
      if let block { memset(block, 1, Self.block) }
      rows[number * Self.blocks + index] = block
    }
  }

  private func freeAll() -> Int {
    for index in 0..<(Self.threads * Self.blocks) { free(rows[index]) }
    return Self.threads * Self.blocks * Self.block
  }
}
#endif
