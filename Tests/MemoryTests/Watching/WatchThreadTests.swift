import CStageFloor
import Foundation
import Testing

@testable import StagecraftMemory

@Suite(.timeLimit(.minutes(3)))
struct WatchThreadTests {
  /// Lets real time pass in which other threads could do something wrong.
  private func letTimePass(looks: Int = 20) async {
    let count = Remembered(0)
    await waitUntil {
      count.change { $0 += 1 }
      return count.value >= looks
    }
  }

  @Test func lookoutIsCalledWhenItsDescriptorIsReady() async {
    let thread = WatchThread()
    let pipe = TestPipe()
    let lookout = ScriptedLookout(
      .init(
        descriptors: [pipe.reading],
        look: { _, _, _ in
          // One byte for each call: the next one may have been written since the call was recorded.
          pipe.readByte()
          return true
        }))
    let watch = thread.add(lookout)
    var happenings = lookout.happenings.makeAsyncIterator()
    for _ in 0..<3 {
      pipe.write()
      #expect(await happenings.next() == .looked([pipe.reading]))
    }
    watch.end()
    #expect(await happenings.next() == .closed)
  }

  @Test func threadRunsOnlyWhileThereIsALookout() async {
    let thread = WatchThread()
    #expect(!thread.isRunning)
    for _ in 0..<3 {
      let lookout = ScriptedLookout()
      let watch = thread.add(lookout)
      #expect(thread.isRunning)
      watch.end()
      for await happening in lookout.happenings where happening == .closed { break }
      await waitUntil { !thread.isRunning }
    }
  }

  /// A thread that only waits for descriptors sleeps once, without further wake-ups.
  @Test func lookoutWithDescriptorsOnlyIsNotWoken() async {
    let thread = WatchThread()
    let pipe = TestPipe()
    let lookout = ScriptedLookout(.init(descriptors: [pipe.reading]))
    let watch = thread.add(lookout)
    await waitUntil { thread.rounds == 1 }
    await letTimePass(looks: 40)
    #expect(thread.rounds == 1)
    let other = thread.add(ScriptedLookout())
    await waitUntil { thread.rounds == 2 }
    await letTimePass()
    #expect(thread.rounds == 2)
    other.end()
    watch.end()
  }

  @Test func lookoutIsCalledOnceAtItsTime() async {
    let thread = WatchThread()
    let moment = stage_nanoseconds() + 20_000_000
    let seen = Remembered<[Int64]>([])
    let lookout = ScriptedLookout(
      .init(
        nextLook: moment,
        look: { lookout, _, now in
          seen.change { $0.append(now) }
          lookout.change { $0.nextLook = nil }
          return true
        }))
    let watch = thread.add(lookout)
    var happenings = lookout.happenings.makeAsyncIterator()
    #expect(await happenings.next() == .looked([]))
    // The call is recorded before it runs.
    await waitUntil { seen.value.count == 1 }
    #expect(seen.value.allSatisfy { $0 >= moment })
    await waitUntil { thread.rounds == 2 }
    await letTimePass()
    #expect(thread.rounds == 2)
    watch.end()
    #expect(await happenings.next() == .closed)
  }

  @Test func lookoutThatStopsIsClosedOnce() async {
    let thread = WatchThread()
    let pipe = TestPipe()
    pipe.write()
    let lookout = ScriptedLookout(
      .init(descriptors: [pipe.reading], look: { _, _, _ in false }))
    let watch = thread.add(lookout)
    var happenings = lookout.happenings.makeAsyncIterator()
    #expect(await happenings.next() == .looked([pipe.reading]))
    #expect(await happenings.next() == .closed)
    watch.end()
    watch.end()
    await waitUntil { !thread.isRunning }
    lookout.finish()
    #expect(await happenings.next() == nil)
  }

  @Test func watchMayEndDuringItsOwnCall() async {
    let thread = WatchThread()
    let lookout = ScriptedLookout(
      .init(
        look: { lookout, _, _ in
          lookout.endOwnWatch()
          lookout.endOwnWatch()
          return true
        }))
    lookout.keep(thread.add(lookout))
    lookout.change { $0.nextLook = 0 }
    // The thread reads the clock only when it wakes up.
    let other = thread.add(ScriptedLookout())
    var happenings = lookout.happenings.makeAsyncIterator()
    #expect(await happenings.next() == .looked([]))
    #expect(await happenings.next() == .closed)
    other.end()
    await waitUntil { !thread.isRunning }
  }

  @Test func manyThreadsMayEndAWatchAtTheSameTime() async {
    let thread = WatchThread()
    for _ in 0..<50 {
      let lookout = ScriptedLookout()
      let watch = thread.add(lookout)
      await withTaskGroup { group in
        for _ in 0..<4 { group.addTask { watch.end() } }
      }
      for await happening in lookout.happenings {
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
      let looks = Remembered(0)
      // The descriptor remains ready, so the thread calls the lookout in each round.
      let lookout = ScriptedLookout(
        .init(
          descriptors: [pipe.reading],
          look: { _, _, _ in
            looks.change { $0 += 1 }
            return true
          }))
      let watch = thread.add(lookout)
      if round % 2 == 0 { for await _ in lookout.happenings { break } }
      watch.end()
      let looksAtTheEnd = looks.value
      for await happening in lookout.happenings where happening == .closed { break }
      #expect(looks.value <= looksAtTheEnd + 1)
    }
    await waitUntil { !thread.isRunning }
  }

  /// The program's signal handlers must not run on a thread that the program did not create.
  @Test func watchThreadBlocksSignals() async {
    let thread = WatchThread()
    let lookout = ScriptedLookout(
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
    let watch = thread.add(lookout)
    var happenings = lookout.happenings.makeAsyncIterator()
    #expect(await happenings.next() == .looked([]))
    #expect(await happenings.next() == .closed)
    watch.end()
  }

  @Test func deallocatedWatchEnds() async {
    let thread = WatchThread()
    let lookout = ScriptedLookout()
    _ = thread.add(lookout)
    for await happening in lookout.happenings {
      #expect(happening == .closed)
      break
    }
    await waitUntil { !thread.isRunning }
  }

  @Test func closedDescriptorDoesNotSpin() async {
    let thread = WatchThread()
    let closed = Int32.max
    let lookout = ScriptedLookout(.init(descriptors: [closed]))
    let watch = thread.add(lookout)
    var lost: [ScriptedLookout.Happening] = []
    for await happening in lookout.happenings {
      if case .looked = happening { continue }
      lost.append(happening)
      if happening == .closed { break }
    }
    #expect(lost == [.lost("its descriptor was closed"), .closed])
    watch.end()
    await waitUntil { !thread.isRunning }
    #expect(thread.rounds <= WatchRounds.emptyEndingsAllowed + 2)
  }

  @Test func lookoutsAreCalledInOrderOfRegistration() async {
    let thread = WatchThread()
    let pipe = TestPipe()
    let order = Remembered<[Int]>([])
    let lookouts = (0..<5).map { number in
      ScriptedLookout(
        .init(
          descriptors: [pipe.reading],
          look: { lookout, _, _ in
            order.change { $0.append(number) }
            lookout.change { $0.descriptors = [] }
            return true
          }))
    }
    let watches = lookouts.map { thread.add($0) }
    await waitUntil { thread.rounds >= 1 }
    let before = thread.rounds
    pipe.write()
    await waitUntil { order.value.count == 5 && thread.rounds > before }
    // Those registered before the data are called in one round; in any case the order is kept.
    #expect(order.value == order.value.sorted())
    for watch in watches { watch.end() }
    await waitUntil { !thread.isRunning }
  }

  @Test func manyLookoutsAreAddedAndRemovedConcurrently() async {
    let thread = WatchThread()
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<200 {
            let lookout = ScriptedLookout(.init(nextLook: 0))
            let watch = thread.add(lookout)
            watch.end()
            var closings = 0
            for await happening in lookout.happenings where happening == .closed {
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
