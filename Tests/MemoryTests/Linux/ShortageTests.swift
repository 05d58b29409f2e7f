import Foundation
import TestSupport
import Testing

@testable import StagecraftMemory

/// Sources while no more files can be opened: none reports normal pressure, and none is lost.
///
/// Each test runs in a forked child, so that no other test runs out of descriptors.
@Suite(
  .serialized, .timeLimit(.minutes(3)),
  .inForkedChild)
struct ShortageTests {
  private final class Scene {
    let watcher: any Watcher
    let news: Locked<[String]>

    init(_ make: (PressureReporter) throws -> any Watcher) rethrows {
      let news = Locked<[String]>([])
      self.news = news
      watcher = try make(PressureReporter { Self.receive($0, news) })
    }

    private static func receive(_ one: SourceMessage, _ news: Locked<[String]>) {
      switch one {
      case .report(let report): news.update { $0.append("\(report.level)") }
      case .lost: news.update { $0.append("lost") }
      case .member(_, let relay): relay.connect { receive($0, news) }
      case .watching, .unavailable: break
      }
    }

    /// Polls ten times without a free descriptor and once with one.
    ///
    /// - Returns: 42 if the watch continues and nothing was reported.
    func runShort() -> Int32 {
      var before = rlimit()
      getrlimit(Self.files, &before)
      var none = before
      none.rlim_cur = 0
      setrlimit(Self.files, &none)
      for second in 0..<10 as Range<Int64> where !watcher.look([], now: second * 1_000_000_000) {
        return 1
      }
      let reported = news.value
      setrlimit(Self.files, &before)
      guard watcher.look([], now: 10_000_000_000) else { return 2 }
      return reported == [] ? 42 : 3
    }

    #if canImport(Glibc)
    private static let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
    private static let files = RLIMIT_NOFILE
    #endif
  }

  private func runShort(_ scene: Scene) async -> Int32 {
    await inForkedChild(with: scene, seconds: 5) { context in
      guard let context else { return 4 }
      return Unmanaged<Scene>.fromOpaque(context).takeUnretainedValue().runShort()
    }
  }

  @Test func availableMemoryIsNotLost() async throws {
    let root = try TemporaryRoot(["/proc/meminfo": "MemTotal: 10 kB\nMemAvailable: 9 kB\n"])
    let scene = try Scene {
      try AvailableMemoryPressure(surroundings: root.surroundings).makeWatcher($0)
    }
    #expect(await runShort(scene) == 42)
  }

  @Test func budgetIsNotLost() async throws {
    let scene = try Scene { try PressureBudget(bytes: 1 << 50).makeWatcher($0) }
    #expect(await runShort(scene) == 42)
  }

  @Test func stallsAreNotLost() async throws {
    let root = try TemporaryRoot(["/proc/pressure/memory": "some total=0\n"])
    let scene = try Scene {
      try StallPressure(surroundings: root.surroundings).makeWatcher($0)
    }
    #expect(await runShort(scene) == 42)
  }

  @Test func unreadableUseDoesNotWithdrawTheReport() async throws {
    let folder = "/sys/fs/cgroup/memory/desk"
    let root = try TemporaryRoot([
      "\(folder)/memory.usage_in_bytes": "900\n", "\(folder)/memory.limit_in_bytes": "1000\n",
    ])
    let group = MemoryGroup(
      version: .legacy, directory: root.path + folder, mountPoint: root.path + folder)
    let scene = Scene {
      LegacyWatcher(group, counters: nil, surroundings: root.surroundings, reporter: $0)
    }
    #expect(scene.watcher.look([], now: 0))
    #expect(scene.news.value == ["high"])
    scene.news.update { $0 = [] }
    #expect(await runShort(scene) == 42)
  }
}
