internal import Foundation
internal import Harness
internal import StagecraftLists
internal import Synchronization

/// Eight threads edit a list of 100,000 orders, with observers on the main actor.
final class WriterTrial: Sendable {
  static let writers = 8

  let observers: Int
  private let list: LiveList<OrderRow>
  private let watch: MainWatch
  /// Released with the trial.
  private let observations: [ListObservation]
  private let record = Mutex(Record())

  /// The records of all runs.
  struct Record {
    var edits = 0
    var deliveries = 0
    /// In nanoseconds of processor time.
    var longestJob: Int64 = 0
    /// The longest time for which the main actor was not available to other work, in nanoseconds.
    var longestStall: Int64 = 0
  }

  init(observers: Int) throws {
    self.observers = observers
    let list = LiveList(OrderRow.orders(0..<100_000))
    self.list = list
    (watch, observations) = try waitForTask {
      await MainActor.run {
        let watch = MainWatch(observers: observers)
        let observations = (0..<observers).map { observer in
          list.observe(initial: false) { transition in
            watch.delivered(transition.new.version, to: observer)
          }
        }
        return (watch, observations)
      }
    }
  }

  /// The records so far; a run of 100,000 edits if there was none.
  func recorded() throws -> Record {
    if record.withLock({ $0.edits }) == 0 { _ = try run(edits: 100_000) }
    return record.withLock { $0 }
  }

  /// Makes edits from all threads at once.
  ///
  /// - Returns: How long they took together.
  func run(edits: Int) throws -> Sample {
    let watch = watch
    try waitForTask { await watch.begin() }
    let isOver = Flag()
    let stall = Mutex<Int64>(0)
    let asking = Task.detached {
      while !isOver.isRaised {
        let stopwatch = Stopwatch()
        await MainActor.run {}
        let nanoseconds = stopwatch.nanoseconds
        stall.withLock { $0 = max($0, nanoseconds) }
        try? await Task.sleep(for: .milliseconds(1))
      }
    }
    let share = max(edits / Self.writers, 1)
    let time = write(share)
    isOver.raise()
    let (deliveries, longestJob) = try waitForTask {
      await asking.value
      return await MainActor.run { (watch.deliveries.reduce(0, +), watch.longestJob) }
    }
    record.withLock { record in
      record.edits += share * Self.writers
      record.deliveries += deliveries
      record.longestJob = max(record.longestJob, longestJob)
      record.longestStall = max(record.longestStall, stall.withLock { $0 })
    }
    return Sample(operations: share * Self.writers, time: time)
  }

  /// Makes edits while the main actor is busy with other work.
  ///
  /// - Returns: The number of deliveries to each observer up to the last edit.
  func deliveries(ofEdits edits: Int) throws -> [Int] {
    let watch = watch
    let (isBusy, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Task { @MainActor in
      watch.begin()
      isBusy.signal()
      Self.wait(for: mayGoOn)
    }
    isBusy.wait()
    _ = write(max(edits / Self.writers, 1))
    let version = list.version
    mayGoOn.signal()
    for _ in 0..<5_000 {
      let (versions, deliveries) = try waitForTask {
        await MainActor.run { (watch.versions, watch.deliveries) }
      }
      if versions.allSatisfy({ $0 == version }) { return deliveries }
      Thread.sleep(forTimeInterval: 0.001)
    }
    throw DeafObserver()
  }

  private static func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }

  /// Makes the given number of edits on each thread.
  ///
  /// - Returns: The time that they took.
  private func write(_ edits: Int) -> TimeTaken {
    let done = DispatchSemaphore(value: 0)
    let stopwatch = Stopwatch()
    for writer in 0..<Self.writers {
      Thread.detachNewThread { [list] in
        Self.edit(list, edits, writer)
        done.signal()
      }
    }
    for _ in 0..<Self.writers { done.wait() }
    return stopwatch.time
  }

  /// Changes of content, with a move, an insertion and a removal among every ten.
  private static func edit(_ list: LiveList<OrderRow>, _ edits: Int, _ writer: Int) {
    var numbers = Numbers(seed: UInt64(writer))
    for edit in 0..<edits {
      let id = UUID(number: numbers.below(100_000))
      switch edit % 10 {
      case 0: try? list.move(id, to: numbers.below(90_000))
      case 1: try? list.insert(own(writer), at: numbers.below(90_000))
      case 2: _ = list.remove(own(writer).id)
      default: list.update(id) { $0 = $0.advanced }
      }
    }
    _ = list.remove(own(writer).id)
  }

  /// The order that a writer inserts and removes.
  private static func own(_ writer: Int) -> OrderRow { OrderRow(number: 1_000_000 + writer) }
}

/// An observer has not received the last edit within five seconds.
struct DeafObserver: Error {}

/// A flag that is raised once.
private final class Flag: Sendable {
  private let state = Atomic(false)

  var isRaised: Bool { state.load(ordering: .acquiring) }

  func raise() { state.store(true, ordering: .releasing) }
}
