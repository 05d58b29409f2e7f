import StageFloor
import StagecraftLists
import Synchronization
import TestSupport
import Testing

/// Long updates of derived lists that are observed on the main actor.
@Suite(.timeLimit(.minutes(3)))
@MainActor
struct DerivedDeliveryTests {
  /// Where a closure was called.
  private final class Threads: Sendable {
    private let calls = Mutex((main: 0, others: 0))

    func note() {
      let isMain = MainActor.isCurrent
      calls.withLock { if isMain { $0.main += 1 } else { $0.others += 1 } }
    }

    func take() -> (main: Int, others: Int) {
      calls.withLock { calls in
        defer { calls = (0, 0) }
        return calls
      }
    }
  }

  private let threads = Threads()

  private func source(_ count: Int) -> LiveList<Copy> {
    LiveList((0..<count).map { Copy(id: $0, shelf: $0 % 5) })
  }

  @Test
  func newFilterOfALongListIsComputedInTheBackground() async {
    let list = source(5_000).filtered { $0.shelf == 0 }
    let (delivered, continuation) = AsyncStream<Int>.makeStream()
    var counts = delivered.makeAsyncIterator()
    let observation = list.observe { continuation.yield($0.new.count) }
    #expect(await counts.next() == 1_000)
    list.filter { [threads] in
      threads.note()
      return $0.shelf < 2
    }
    #expect(await counts.next() == 2_000)
    var calls = threads.take()
    #expect(calls.main == 0 && calls.others == 5_000)
    // An observer that flushes does not wait.
    list.filter { [threads] in
      threads.note()
      return $0.shelf < 3
    }
    #expect(observation.flush())
    #expect(await counts.next() == 3_000)
    calls = threads.take()
    #expect(calls.main == 5_000 && calls.others == 0)
  }

  @Test
  func newFilterOfAShortListIsComputedAtOnce() async {
    let list = source(500).filtered { $0.shelf == 0 }
    let (delivered, continuation) = AsyncStream<Int>.makeStream()
    var counts = delivered.makeAsyncIterator()
    let observation = list.observe(initial: false) { continuation.yield($0.new.count) }
    list.filter { [threads] in
      threads.note()
      return $0.shelf < 2
    }
    #expect(await counts.next() == 200)
    #expect(threads.take().main == 500)
    observation.cancel()
  }

  /// The source of the observed list takes long, or is reset.
  @Test
  func longChainIsComputedInTheBackground() async throws {
    let source = source(5_000)
    let filtered = source.filtered { $0.shelf == 0 }
    let list = filtered.sorted { [threads] in
      threads.note()
      return $0.id > $1.id
    }
    .mapped { $0.id }
    let (delivered, continuation) = AsyncStream<Int>.makeStream()
    var counts = delivered.makeAsyncIterator()
    let observation = list.observe { continuation.yield($0.new.count) }
    #expect(await counts.next() == 1_000)
    _ = threads.take()
    filtered.filter { $0.shelf < 4 }
    #expect(await counts.next() == 4_000)
    #expect(threads.take().main == 0)
    source.replaceAll(with: (10_000..<20_000).map { Copy(id: $0, shelf: 0) })
    #expect(await counts.next() == 10_000)
    #expect(threads.take().main == 0)
    // A few changed rows are computed on the main actor.
    source.remove(10_007)
    #expect(await counts.next() == 9_999)
    observation.cancel()
  }

  @Test
  func sectionsAndPresentersAreUpdatedInTheBackground() async {
    let source = source(5_000)
    let sections = source.grouped { $0.shelf }
    let presented = source.sorted { $0.id < $1.id }
    let (delivered, continuation) = AsyncStream<Int>.makeStream()
    var counts = delivered.makeAsyncIterator()
    let observation = sections.observe { continuation.yield($0.new.sections.count) }
    #expect(await counts.next() == 5)
    let presenter = ListPresenter(presented)
    let surface = SilentSurface()
    presenter.attach(to: surface)
    presenter.onPresentation = { _ in continuation.yield(-1) }
    sections.group { [threads] in
      threads.note()
      return $0.id % 7
    }
    #expect(await counts.next() == 7)
    presented.sort { [threads] in
      threads.note()
      return $0.id > $1.id
    }
    #expect(await counts.next() == -1)
    #expect(presenter.rows.first?.id == 4_999)
    #expect(threads.take().main == 0)
    observation.cancel()
  }

  @Test
  func transitionsOfALongListAreComputedInTheBackground() async {
    let list = source(5_000).filtered { [threads] in
      threads.note()
      return $0.shelf == 0
    }
    var steps = list.transitions().makeAsyncIterator()
    #expect(await steps.next(isolation: #isolation)?.new.count == 1_000)
    list.filter { [threads] in
      threads.note()
      return $0.shelf < 2
    }
    #expect(await steps.next(isolation: #isolation)?.new.count == 2_000)
    #expect(threads.take().main == 0)
    var sections = list.grouped { $0.shelf }.transitions().makeAsyncIterator()
    #expect(await sections.next(isolation: #isolation)?.new.sections.count == 2)
  }

  private final class SilentSurface: ListSurface {
    var isInWindow: Bool { true }
    var isReadyForChanges: Bool { true }
    func reloadRows() {}
    func performBatch(
      _ batch: GroupedChanges, isAnimated: Bool, switchingRows: () -> Void
    ) { switchingRows() }
    func reconfigureRows(at paths: [RowPath]) {}
  }
}
