internal import Foundation
internal import Harness
internal import StagecraftMemory
internal import Synchronization

/// A separate process for settings that a process makes only once: glibc's thresholds.
///
/// The tool starts itself again with the verb `heap-child`, and queries it as a `RivalProcess`.
package enum HeapChild {
  /// With this as its first argument the tool is such a child.
  package static let verb = "heap-child"

  /// The number of threads that fill heaps of their own, and the bytes of each.
  static let threads = 8
  static let bytesPerThread = 16 << 20

  /// Queries child processes of one kind.
  ///
  /// - Parameters:
  ///   - question: `relief SIZE`, or `blocks SIZE COUNT`.
  ///   - returning: Whether it has `PressurePolicy.returnsFreedMemory` set.
  /// - Returns: The median of three answers, each of a process of its own.
  /// - Throws: An error if there is no such process.
  static func ask(_ question: String, returning: Bool) throws -> Double {
    let tool = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    let answers = try (0..<3).map { _ in
      let child = try RivalProcess(tool, [verb, returning ? "returning" : "keeping"])
      return Double(try child.askNanoseconds(question))
    }
    return answers.sorted()[1]
  }

  /// Answers queries until there are no more.
  package static func run(_ arguments: [String]) async {
    var policy = PressurePolicy()
    policy.returnsFreedMemory = arguments.contains("returning")
    policy.heapTrimInterval = .zero
    let pressure = PressureMonitor(sources: .none, policy: policy)
    // Raises glibc's thresholds as most programs do: one large block is allocated and freed.
    let large = Blocks(room: 1)
    large.take(1, of: 24 << 20)
    large.free(1)
    while let line = readLine() {
      let words = line.split(separator: " ").compactMap { Int($0) }
      if line == "hello" {
        print("ready")
      } else if line.hasPrefix("relief"), words.count == 1 {
        print(await relieve(pressure, blocksOf: words[0]))
      } else if line.hasPrefix("blocks"), words.count == 2 {
        print(await onThread { nanoseconds(size: words[0], count: words[1]) })
      } else {
        print("what?")
      }
      fflush(nil)
    }
  }

  /// The bytes returned by a pass that frees the allocations of eight threads.
  private static func relieve(_ pressure: PressureMonitor, blocksOf size: Int) async -> Int {
    let count = bytesPerThread / size
    let rows = (0..<threads).map { _ in Blocks(room: count) }
    fill(rows, count, size)
    let registration = pressure.register("blocks", cost: .free) { _ in
      for row in rows { row.free(count) }
      return threads * bytesPerThread
    }
    let report = await pressure.relieve(.critical)
    registration.end()
    return max(report.measured ?? 0, 1)
  }

  /// Fills each row on a thread that allocates nothing else, so that the blocks are at the end of
  /// its heap.
  ///
  /// All at the same time: the heap of a thread that has ended is given to the next.
  private static func fill(_ rows: [Blocks], _ count: Int, _ size: Int) {
    let filled = Filled()
    let threads = rows.map { row in
      let order = Unmanaged.passRetained(Order(row: row, count: count, size: size, filled: filled))
      var thread = pthread_t()
      pthread_create(
        &thread, nil,
        { context in
          guard let context else { return nil }
          Unmanaged<Order>.fromOpaque(context).takeUnretainedValue().carryOut()
          return nil
        }, order.toOpaque())
      return (thread: thread, order: order)
    }
    for (thread, order) in threads {
      pthread_join(thread, nil)
      order.release()
    }
  }

  /// The time to allocate a block, touch its pages and free it: the best of five.
  private static func nanoseconds(size: Int, count: Int) -> Int64 {
    let rounds = max(1, (32 << 20) / (size * count))
    let blocks = Blocks(room: count)
    var best = Int64.max
    for _ in 0..<5 {
      let began = Stopwatch()
      for _ in 0..<rounds {
        blocks.take(count, of: size)
        blocks.free(count)
      }
      best = min(best, began.nanoseconds / Int64(rounds * count))
    }
    return best
  }

  /// Runs on a new thread, whose heap is not the main thread's.
  private static func onThread<Output: Sendable>(
    _ body: @escaping @Sendable () -> Output
  ) async -> Output {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: body()) }
    }
  }
}

/// The work of one of several threads.
private final class Order: Sendable {
  private let row: Blocks
  private let count: Int
  private let size: Int
  private let filled: Filled

  init(row: Blocks, count: Int, size: Int, filled: Filled) {
    self.row = row
    self.count = count
    self.size = size
    self.filled = filled
  }

  /// Allocates the blocks, and waits for the others.
  func carryOut() {
    row.take(count, of: size)
    filled.threads.add(1, ordering: .acquiringAndReleasing)
    while filled.threads.load(ordering: .acquiring) < HeapChild.threads { sched_yield() }
  }
}

/// The number of threads that have allocated their blocks.
private final class Filled: Sendable {
  let threads = Atomic<Int>(0)
}

/// Blocks in the heap of the thread that allocates them.
private final class Blocks: @unchecked Sendable {  // guard: one thread at a time uses it
  /// In a mapping of its own, which is not measured.
  private let table: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  private let tableBytes: Int

  init(room: Int) {
    tableBytes = room * MemoryLayout<UnsafeMutableRawPointer?>.stride
    let place = mmap(
      nil, tableBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let place, place != MAP_FAILED else { fatalError("there is no memory for the table") }
    table = place.bindMemory(to: UnsafeMutableRawPointer?.self, capacity: room)
  }

  deinit { munmap(table, tableBytes) }

  func take(_ count: Int, of size: Int) {
    for index in 0..<count {
      let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
      for offset in stride(from: 0, to: size, by: 4096) {
        block.storeBytes(of: 1, toByteOffset: offset, as: UInt8.self)
      }
      table[index] = block
    }
  }

  func free(_ count: Int) {
    for index in 0..<count { table[index]?.deallocate() }
  }
}
