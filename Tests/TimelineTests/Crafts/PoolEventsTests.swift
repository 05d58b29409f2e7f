import StagecraftPools
import StagecraftTestKit
import Testing

@testable import StagecraftTimeline

@Suite(.timeLimit(.minutes(3)))
struct PoolEventsTests {
  private let clock = ManualClock()
  private let timeline: Timeline
  private let pool: BoundedPool<Int>

  init() {
    timeline = Timeline(configuration: .quiet(clock))
    var configuration = PoolConfiguration()
    configuration.name = "books"
    configuration.clock = clock
    pool = BoundedPool(lending: [1], configuration: configuration)
  }

  @Test func aWaitAndALoanArePeriods() async throws {
    timeline.record(pool)
    let executor = ManualExecutor()
    let first = try await pool.ownedLease()
    let second = Task(executorPreference: executor) { [pool] in
      let lease = try await pool.ownedLease()
      lease.release()
    }
    executor.run()
    clock.advance(by: .milliseconds(30))
    first.release()
    try await executor.nextJob()
    executor.run()
    try await second.value
    let recording = timeline.recording
    let spans = recording.spans.filter { $0.object == recording.object(named: "books")?.id }
    let phases: [TimelineEvent.Phase] = [.waiting, .onLoan, .onLoan]
    #expect(spans.map(\.phase) == phases)
    let wait = try #require(spans.first { $0.phase == .waiting })
    #expect(wait.start == .zero && wait.end == .milliseconds(30) && wait.ending == .succeeded)
    #expect(wait.name.contains("PoolEventsTests.swift:"))
    #expect(recording.lines(of: "books").contains("0 capacity = 1"))
    let line = recording.lines(of: "books").filter { $0.contains("in line") }
    #expect(line == ["0 in line = 1", "30 in line = 0"])
  }

  @Test func aWaitThatTimesOutSaysSo() async throws {
    timeline.record(pool)
    let lease = try await pool.ownedLease()
    await #expect(throws: PoolError.timedOut) {
      try await clock.advance { [pool] in
        _ = try await pool.ownedLease(timeout: .after(.milliseconds(50)))
      }
    }
    let wait = try #require(timeline.recording.spans.first { $0.phase == .waiting })
    #expect(wait.ending == .timedOut && wait.duration == .milliseconds(50))
    let line = timeline.recording.lines(of: "books").filter { $0.contains("in line") }
    #expect(line == ["0 in line = 1", "50 in line = 0"])
    lease.release()
  }

  @Test func aWaitOfNoTimeShortensTheLine() async throws {
    timeline.record(pool)
    let executor = ManualExecutor()
    let first = try await pool.ownedLease()
    let second = Task(executorPreference: executor) { [pool] in
      let lease = try await pool.ownedLease()
      lease.release()
    }
    executor.run()
    #expect(line == ["0 in line = 1"])
    first.release()
    try await executor.nextJob()
    executor.run()
    try await second.value
    #expect(line == ["0 in line = 1", "0 in line = 0"])
  }

  @Test func aFailedCreationShortensTheLine() async throws {
    struct Broken: Error {}
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    var configuration = PoolConfiguration()
    configuration.name = "books"
    configuration.clock = clock
    let pool = BoundedPool(capacity: 1, configuration: configuration) { () async throws -> Int in
      for await _ in gate {}
      throw Broken()
    }
    timeline.record(pool)
    let borrower = Task { _ = try await pool.ownedLease() }
    try await wait { line == ["0 in line = 1"] }
    opener.finish()
    await #expect(throws: Broken.self) { try await borrower.value }
    // The event may be delivered after the wait has ended.
    try await wait { line == ["0 in line = 1", "0 in line = 0"] }
  }

  @Test func aLateEventDoesNotLengthenTheLine() async throws {
    let track = timeline.track("books", kind: .pool)
    let line = LineCount(track, of: Line()) { $0.length }
    // The wait has ended before its beginning is delivered.
    track.write(.waiting(inLine: 1), line)
    track.write(.gaveUp(nil, after: .zero), line)
    #expect(self.line.isEmpty)
  }

  private final class Line: Sendable {
    let length = 0
  }

  private var line: [String] {
    timeline.recording.lines(of: "books").filter { $0.contains("in line") }
  }

  private func wait(until isTrue: () -> Bool) async throws {
    while !isTrue() {
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  @Test func aLoanThatIsNotReturnedReachesToTheEnd() async throws {
    timeline.record(pool)
    let lease = try await pool.ownedLease()
    clock.advance(by: .milliseconds(70))
    let loan = try #require(timeline.recording.spans.first { $0.phase == .onLoan })
    #expect(loan.ending == nil && loan.duration == .milliseconds(70))
    lease.release()
    clock.advance(by: .milliseconds(5))
    let returned = timeline.recording.spans.filter { $0.phase == .onLoan }
    #expect(returned.count == 1)
    #expect(returned.first?.ending == .succeeded && returned.first?.end == .milliseconds(70))
  }

  @Test func aLoanFromBeforeTheRecordingEndsNoOther() async throws {
    var configuration = PoolConfiguration()
    configuration.clock = clock
    let pool = BoundedPool(lending: [1, 2], configuration: configuration)
    // With an observer, a pool measures all loans.
    let observation = pool.observe { _ in }
    let leases = try await [0, 1].asyncMap { number in
      if number == 1 { timeline.record(pool, as: "two") }
      defer { clock.advance(by: .milliseconds(10)) }
      return try await pool.ownedLease()
    }
    clock.advance(by: .milliseconds(30))
    leases[0].release()
    let loans = timeline.recording.spans.filter { $0.phase == .onLoan }
    #expect(loans.map(\.start) == [.zero, .milliseconds(10)])
    #expect(loans.map(\.ending) == [.succeeded, nil])
    leases[1].release()
    #expect(timeline.recording.spans.count { $0.phase == .onLoan && $0.ending == nil } == 0)
    observation.cancel()
  }

  @Test func aPoolThatIsRecordedTwiceIsOneObject() async throws {
    let one = timeline.record(pool)
    let other = timeline.record(pool, as: "again")
    #expect(one == other && one.name == "books")
    try await pool.withElement { _ in }
    #expect(timeline.recording.spans.count { $0.phase == .onLoan } == 1)
  }

  @Test func allKindsOfPoolsAreSources() async throws {
    let elastic = ElasticPool { 1 }
    let throwing = ElasticPool { () throws in 1 }
    let keyed = KeyedPool<String, Int>(capacity: 2, capacityPerKey: 1) { _ in 1 }
    timeline.record(all: [pool, elastic, throwing, keyed])
    elastic.withElement { _ in }
    try throwing.withElement { _ in }
    try await keyed.withElement(for: "a") { _ in }
    let recording = timeline.recording
    #expect(recording.objects.map(\.kind) == [.program, .pool, .pool, .pool, .pool])
    // A pool without a limit has no capacity.
    let limited = recording.events.filter { $0.name == "capacity" }
    #expect(limited.map(\.object) == [1, 4])
    for object in recording.objects.dropFirst(2) {
      #expect(recording.spans.contains { $0.object == object.id && $0.phase == .onLoan })
    }
  }
}

extension Array {
  /// In turn, so that all calls come from one place in the code.
  fileprivate func asyncMap<Result>(
    _ transform: (Element) async throws -> Result
  ) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
