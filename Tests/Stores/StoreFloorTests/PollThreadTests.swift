#if SQLite || PostgreSQL
import StageFloor
import Synchronization
import Testing

@testable import StoreFloor

@Suite(.timeLimit(.minutes(1))) struct PollThreadTests {
  @Test func jobsRunInOrderOnOneThread() async throws {
    let (events, log) = AsyncStream.makeStream(of: Event.self)
    let thread = try PollThread("test") { Recorder(log) }
    for number in 0..<1_000 { #expect(thread.submit(.note(number))) }
    var seen: [Int] = []
    for await case .note(let number, true) in events {
      seen.append(number)
      if seen.count == 1_000 { break }
    }
    #expect(seen == Array(0..<1_000))
    await thread.stopAndWait()
    #expect(!thread.submit(.note(0)))
  }

  @Test func readyDescriptorsAreReported() async throws {
    let (events, log) = AsyncStream.makeStream(of: Event.self)
    let thread = try PollThread("test") { Recorder(log) }
    let ends = try makePipe()
    thread.submit(.watch(ends[0]))
    #expect(write(ends[1], "x", 1) == 1)
    var iterator = events.makeAsyncIterator()
    #expect(await iterator.next() == .ready(ends[0], .readable))
    close(ends[1])
    #expect(await iterator.next() == .ready(ends[0], .hungUp))
    await thread.stopAndWait()
    close(ends[0])
  }

  @Test func deadlinesPass() async throws {
    let (events, log) = AsyncStream.makeStream(of: Event.self)
    let thread = try PollThread("test") { Recorder(log) }
    let deadline = monotonicNanoseconds() + 20_000_000
    thread.submit(.deadline(deadline))
    var iterator = events.makeAsyncIterator()
    guard case .deadline(let now) = await iterator.next() else { return #expect(Bool(false)) }
    #expect(now >= deadline)
    await thread.stopAndWait()
  }

  @Test func theLastReferenceEndsTheThread() async throws {
    let (events, log) = AsyncStream.makeStream(of: Event.self)
    do { _ = try PollThread("test") { Recorder(log) } }
    var iterator = events.makeAsyncIterator()
    #expect(await iterator.next() == .stopped(0))
  }

  @Test func everyJobOfManyThreadsRunsOnce() async throws {
    let (events, log) = AsyncStream.makeStream(of: Event.self)
    let thread = try PollThread("test") { Recorder(log) }
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for number in 0..<500 { thread.submit(.note(task * 500 + number)) }
        }
      }
    }
    var seen: Set<Int> = []
    for await case .note(let number, _) in events {
      #expect(seen.insert(number).inserted)
      if seen.count == 4_000 { break }
    }
    #expect(seen.count == 4_000)
    await thread.stopAndWait()
  }
}

/// The ends of a pipe that no program inherits, not even one that another test starts meanwhile.
private func makePipe() throws -> [Int32] {
  let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  var template = Array("\(parent)/thread-XXXXXX".utf8CString)
  let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
  let path = "\(folder)/pipe"
  defer {
    unlink(path)
    rmdir(folder)
  }
  try #require(mkfifo(path, 0o600) == 0)
  let reading = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
  let writing = open(path, O_WRONLY | O_CLOEXEC)
  try #require(reading >= 0 && writing >= 0)
  return [reading, writing]
}

enum Event: Hashable, Sendable {
  case note(Int, isHome: Bool)
  case ready(Int32, PollEvents)
  case deadline(Int64)
  case stopped(Int)
}

/// Writes down what a poll thread calls.
private struct Recorder: PollThreadWork {
  enum Job {
    case note(Int)
    case watch(Int32)
    case deadline(Int64)
  }

  private let log: AsyncStream<Event>.Continuation
  private let home = HomeThread()
  private var watched: Int32?
  private var deadline: Int64?

  init(_ log: AsyncStream<Event>.Continuation) { self.log = log }

  mutating func run(_ job: Job) {
    switch job {
    case .note(let number): log.yield(.note(number, isHome: home.isCurrent))
    case .watch(let descriptor): watched = descriptor
    case .deadline(let instant): deadline = instant
    }
  }

  func appendWatches(to watches: inout [PollWatch]) {
    if let watched { watches.append(PollWatch(watched, for: .readable)) }
  }

  func nextDeadline() -> Int64? { deadline }

  mutating func ready(_ descriptor: Int32, _ events: PollEvents) {
    home.check()
    if events.contains(.readable) {
      var byte: UInt8 = 0
      _ = read(descriptor, &byte, 1)
    } else {
      watched = nil
    }
    log.yield(.ready(descriptor, events))
  }

  mutating func deadlinePassed(at now: Int64) {
    deadline = nil
    log.yield(.deadline(now))
  }

  mutating func stop(unrun: [Job]) { log.yield(.stopped(unrun.count)) }
}
#endif
