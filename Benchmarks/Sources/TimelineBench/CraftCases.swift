internal import Harness
internal import StagecraftCaches
internal import StagecraftLists
internal import StagecraftOperations
internal import StagecraftScreens
internal import StagecraftTestKit
internal import StagecraftTimeline

extension Case {
  /// The same work recorded and not recorded.
  static var crafts: [Case] {
    [
      compared("operation-recorded", "an operation is submitted, and runs") { name, timeline in
        let manager = OperationManager("bench")
        timeline?.record(manager)
        return .inTask(name) { count in
          for _ in 0..<count { manager.submit("page") {} }
          try await manager.waitUntilIdle()
          withExtendedLifetime(timeline) {}
        }
      },
      compared("edit-recorded", "a row of a list of 1,000 changes") { name, timeline in
        let list = LiveList((0..<1_000).map { Row(id: $0) })
        try waitForTask { await MainActor.run { _ = timeline?.record(list) } }
        return .inTask(name) { count in
          for number in 0..<count { list.update(number % 1_000) { $0.value &+= 1 } }
          withExtendedLifetime(timeline) {}
        }
      },
      compared("hit-recorded", "a value is found in a cache") { name, timeline in
        let cache = PurgeableCache<Int, Int>("bench", under: nil) { _ in 8 }
        cache.insert(1, for: 1)
        timeline?.record(cache)
        return .onThread(name) { count in
          for _ in 0..<count { _ = cache[1] }
          withExtendedLifetime(timeline) {}
        }
      },
      compared("push-recorded", "a screen is pushed and popped") { name, timeline in
        let desk = try waitForTask { await MainActor.run { Desk(timeline) } }
        return .inTask(name) { count in
          await MainActor.run { desk.pushAndPop(count) }
          withExtendedLifetime(timeline) {}
        }
      },
      compared("span", "a span of your own code, or the code alone") { name, timeline in
        .onThread(name) { count in
          var sum = 0
          for number in 0..<count {
            if let timeline { timeline.span("parse") { sum &+= number } } else { sum &+= number }
            keep(sum)
          }
        }
      },
    ]
  }

  private static func compared(
    _ name: String, _ about: String, _ make: @escaping (String, Timeline?) throws -> Subject
  ) -> Case {
    Case(name, about) {
      var configuration = Timeline.Configuration()
      configuration.watchesMainActor = false
      return [
        try make("stagecraft", Timeline(configuration: configuration)),
        try make("stagecraft-unrecorded", nil),
      ]
    }
  }
}

@inline(never)
private func keep(_ number: Int) {}

private struct Row: Identifiable, Sendable {
  let id: Int
  var value = 0
}

@MainActor
private final class Desk {
  private let stack: NavigationScreen<FakeView>
  private let next: Screen<FakeView>
  private let window: ScreenWindow<FakeView>

  init(_ timeline: Timeline?) {
    let application = ScreenApplication()
    next = Page(in: application)
    stack = NavigationScreen(root: Page(in: application), stage: IdleStage(), in: application)
    window = ScreenWindow(root: stack, stage: IdleStage(), in: application)
    timeline?.record(application)
    window.open()
  }

  func pushAndPop(_ times: Int) {
    for _ in 0..<times {
      stack.push(next, animated: false)
      stack.pop(animated: false)
    }
  }

  private final class Page: Screen<FakeView> {
    override func loadView() -> FakeView { FakeView("page") }
  }

  /// Shows nothing, and ends every transition at once.
  private final class IdleStage: ScreenStage {
    func makeView() -> FakeView { FakeView("idle") }
    func arrange(_ scene: ScreenStageScene<FakeView>) {}
    func begin(_ transition: ScreenStageTransition<FakeView>) { transition.animationDidEnd() }
  }
}
