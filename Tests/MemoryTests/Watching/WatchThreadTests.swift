import CStageFloor
import Foundation
import TestSupport
import Testing

@testable import StagecraftMemory

@Suite(.timeLimit(.minutes(3)))
struct WatchThreadTests {
  /// Lets real time pass in which other threads could do something wrong.
  private func letTimePass(looks: Int = 20) async {
    let count = Locked(0)
    await waitUntil {
      count.update { $0 += 1 }
      return count.value >= looks
    }
  }

  @Test func watcherIsCalledWhenItsDescriptorIsReady() async {
    let thread = WatchThread()
    let pipe = TestPipe()
    let watcher = ScriptedWatcher(
      .init(
        descriptors: [pipe.reading],
        look: { _, _, _ in
          // One byte for each call: the next one may have been written since the call was recorded.
          pipe.readByte()
          return true
        }))
    let watch = thread.add(watcher)
    var happenings = watcher.happenings.makeAsyncIterator()
    for _ in 0..<3 {
      pipe.write()
      #expect(await happenings.next() == .looked([pipe.reading]))
    }
    watch.cancel()
    #expect(await happenings.next() == .closed)
  }

  @Test func threadRunsOnlyWhileThereIsAWatcher() async {
    let thread = WatchThread()
    #expect(!thread.isRunning)
    for _ in 0..<3 {
      let watcher = ScriptedWatcher()
      let watch = thread.add(watcher)
      #expect(thread.isRunning)
      watch.cancel()
      for await happening in watcher.happenings where happening == .closed { break }
      await waitUntil { !thread.isRunning }
    }
  }

  /// A thread that only waits for descriptors sleeps once, without further wake-ups.
  @Test func watcherWithDescriptorsOnlyIsNotWoken() async {
    let thread = WatchThread()
    let pipe = TestPipe()
    let watcher = ScriptedWatcher(.init(descriptors: [pipe.reading]))
    let watch = thread.add(watcher)
    await waitUntil { thread.rounds == 1 }
    await letTimePass(looks: 40)
    #expect(thread.rounds == 1)
    let other = thread.add(ScriptedWatcher())
    await waitUntil { thread.rounds == 2 }
    await letTimePass()
    #expect(thread.rounds == 2)
    other.cancel()
    watch.cancel()
  }

  @Test func watcherIsCalledOnceAtItsTime() async {
    let thread = WatchThread()
    let moment = stage_nanoseconds() + 20_000_000
    let seen = Locked<[Int64]>([])
    let watcher = ScriptedWatcher(
      .init(
        nextLook: moment,
        look: { watcher, _, now in
          seen.update { $0.append(now) }
          watcher.change { $0.nextLook = nil }
          return true
        }))
    let watch = thread.add(watcher)
    var happenings = watcher.happenings.makeAsyncIterator()
    #expect(await happenings.next() == .looked([]))
    // The call is recorded before it runs.
    await waitUntil { seen.value.count == 1 }
    #expect(seen.value.allSatisfy { $0 >= moment })
    await waitUntil { thread.rounds == 2 }
    await letTimePass()
    #expect(thread.rounds == 2)
    watch.cancel()
    #expect(await happenings.next() == .closed)
  }

  @Test func watcherThatStopsIsClosedOnce() async {
    let thread = WatchThread()
    let pipe = TestPipe()
    pipe.write()
    let watcher = ScriptedWatcher(
      .init(descriptors: [pipe.reading], look: { _, _, _ in false }))
    let watch = thread.add(watcher)
    var happenings = watcher.happenings.makeAsyncIterator()
    #expect(await happenings.next() == .looked([pipe.reading]))
    #expect(await happenings.next() == .closed)
    watch.cancel()
    watch.cancel()
    await waitUntil { !thread.isRunning }
    watcher.finish()
    #expect(await happenings.next() == nil)
  }

  @Test func watchMayEndDuringItsOwnCall() async {
    let thread = WatchThread()
    let watcher = ScriptedWatcher(
      .init(
        look: { watcher, _, _ in
          watcher.endOwnWatch()
          watcher.endOwnWatch()
          return true
        }))
    watcher.keep(thread.add(watcher))
    watcher.change { $0.nextLook = 0 }
    // The thread reads the clock only when it wakes up.
    let other = thread.add(ScriptedWatcher())
    var happenings = watcher.happenings.makeAsyncIterator()
    #expect(await happenings.next() == .looked([]))
    #expect(await happenings.next() == .closed)
    other.cancel()
    await waitUntil { !thread.isRunning }
  }

  @Test func manyThreadsMayEndAWatchAtTheSameTime() async {
    let thread = WatchThread()
    for _ in 0..<50 {
      let watcher = ScriptedWatcher()
      let watch = thread.add(watcher)
      await withTaskGroup { group in
        for _ in 0..<4 { group.addTask { watch.cancel() } }
      }
      for await happening in watcher.happenings {
        #expect(happening == .closed)
        break
      }
    }
    await waitUntil { !thread.isRunning }
  }

  /// A call that has begun may continue after `end()` has returned; no further one begins.
  @Test func noCallBeginsAfterTheEnd() async {
    let thread = WatchThread()
    let pipe = TestPipe()
    pipe.write()
    for round in 0..<200 {
      let looks = Locked(0)
      // The descriptor remains ready, so the thread calls the watcher in each round.
      let watcher = ScriptedWatcher(
        .init(
          descriptors: [pipe.reading],
          look: { _, _, _ in
            looks.update { $0 += 1 }
            return true
          }))
      let watch = thread.add(watcher)
      if round % 2 == 0 { for await _ in watcher.happenings { break } }
      watch.cancel()
      let looksAtTheEnd = looks.value
      for await happening in watcher.happenings where happening == .closed { break }
      #expect(looks.value <= looksAtTheEnd + 1)
    }
    await waitUntil { !thread.isRunning }
  }

  /// The program's signal handlers must not run on a thread that the program did not create.
  @Test func watchThreadBlocksSignals() async {
    let thread = WatchThread()
    let watcher = ScriptedWatcher(
      .init(
        nextLook: 0,
        look: { _, _, _ in
          var blocked = sigset_t()
          pthread_sigmask(SIG_BLOCK, nil, &blocked)
          let isRight =
            [SIGTERM, SIGCHLD, SIGUSR1].allSatisfy { sigismember(&blocked, $0) == 1 }
            && [SIGSEGV, SIGPROF].allSatisfy { sigismember(&blocked, $0) == 0 }
          return !isRight
        }))
    let watch = thread.add(watcher)
    var happenings = watcher.happenings.makeAsyncIterator()
    #expect(await happenings.next() == .looked([]))
    #expect(await happenings.next() == .closed)
    watch.cancel()
  }

  @Test func deallocatedWatchEnds() async {
    let thread = WatchThread()
    let watcher = ScriptedWatcher()
    _ = thread.add(watcher)
    for await happening in watcher.happenings {
      #expect(happening == .closed)
      break
    }
    await waitUntil { !thread.isRunning }
  }

  @Test func closedDescriptorDoesNotSpin() async {
    let thread = WatchThread()
    let closed = Int32.max
    let watcher = ScriptedWatcher(.init(descriptors: [closed]))
    let watch = thread.add(watcher)
    var lost: [ScriptedWatcher.Happening] = []
    for await happening in watcher.happenings {
      if case .looked = happening { continue }
      lost.append(happening)
      if happening == .closed { break }
    }
    #expect(lost == [.lost("its descriptor was closed"), .closed])
    watch.cancel()
    await waitUntil { !thread.isRunning }
    #expect(thread.rounds <= WatchRounds.emptyEndingsAllowed + 2)
  }

  @Test func watchersAreCalledInOrderOfRegistration() async {
    let thread = WatchThread()
    let pipe = TestPipe()
    let order = Locked<[Int]>([])
    let watchers = (0..<5).map { number in
      ScriptedWatcher(
        .init(
          descriptors: [pipe.reading],
          look: { watcher, _, _ in
            order.update { $0.append(number) }
            watcher.change { $0.descriptors = [] }
            return true
          }))
    }
    let watches = watchers.map { thread.add($0) }
    await waitUntil { thread.rounds >= 1 }
    let before = thread.rounds
    pipe.write()
    await waitUntil { order.value.count == 5 && thread.rounds > before }
    // Those registered before the data are called in one round; in any case the order is kept.
    #expect(order.value == order.value.sorted())
    for watch in watches { watch.cancel() }
    await waitUntil { !thread.isRunning }
  }

  @Test func manyWatchersAreAddedAndRemovedConcurrently() async {
    let thread = WatchThread()
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<200 {
            let watcher = ScriptedWatcher(.init(nextLook: 0))
            let watch = thread.add(watcher)
            watch.cancel()
            var closings = 0
            for await happening in watcher.happenings where happening == .closed {
              closings += 1
              break
            }
            #expect(closings == 1)
          }
        }
      }
    }
    await waitUntil { !thread.isRunning }
  }
}
