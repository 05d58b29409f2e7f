import Foundation
import TestSupport
import Testing

@testable import StagecraftMemory

/// Watches that a forked child inherits.
@Suite(.inForkedChild, .timeLimit(.minutes(3)))
struct ForkTests {
  private final class Scene {
    let thread: WatchThread
    let watch: ObservationToken
    init(_ thread: WatchThread, _ watch: ObservationToken) {
      self.thread = thread
      self.watch = watch
    }
  }

  @Test func watchInAForkedChildDoesNotAffectTheParent() async {
    let thread = WatchThread()
    let pipe = TestPipe()
    let watcher = ScriptedWatcher(
      .init(
        descriptors: [pipe.reading],
        look: { _, _, _ in
          pipe.drain()
          return true
        }))
    let watch = thread.add(watcher)
    var happenings = watcher.happenings.makeAsyncIterator()
    pipe.write()
    #expect(await happenings.next() == .looked([pipe.reading]))
    // The thread sleeps again.
    await waitUntil { thread.rounds == 2 }

    let result = await inForkedChild(with: Scene(thread, watch), seconds: 5) { context in
      guard let context else { return 1 }
      let scene = Unmanaged<Scene>.fromOpaque(context).takeUnretainedValue()
      scene.watch.cancel()
      let news = Locked<[String]>([])
      let late = LateWatcher(news)
      let watch = scene.thread.add(late)
      watch.cancel()
      return news.value == ["closed", "lost: a forked process has no watch thread"] ? 42 : 2
    }
    #expect(result == 42)

    // The parent's watch continues, and the calls of the child did not wake its thread.
    #expect(thread.rounds == 2)
    pipe.write()
    #expect(await happenings.next() == .looked([pipe.reading]))
    #expect(thread.rounds <= 3)
    watch.cancel()
    #expect(await happenings.next() == .closed)
  }

  /// A watcher that records into an array: a child has no thread that could read a stream.
  private final class LateWatcher: Watcher {
    let reporter: PressureReporter
    private let news: Locked<[String]>

    init(_ news: Locked<[String]>) {
      self.news = news
      reporter = PressureReporter { one in
        if case .lost(let reason) = one { news.update { $0.append("lost: \(reason)") } }
      }
    }

    var descriptors: [PolledDescriptor] { [] }
    var nextLook: Int64? { nil }
    func look(_ ready: [PolledDescriptor], now: Int64) -> Bool { true }
    func close() { news.update { $0.append("closed") } }
  }
}
