import StagecraftTestKit
import Testing

@testable import StagecraftScreens

/// Calls that are always mistakes stop the program with a message.
@Suite(.timeLimit(.minutes(3)))
struct ContainerMisuseTests {
  final class Map {}
  final class MapScreen: Screen<Map> {
    override func loadView() -> Map { Map() }
  }
  final class WideView: FakeView {}
  final class WideScreen: Screen<WideView> {
    override func loadView() -> WideView { WideView() }
  }

  @MainActor
  static func stack() -> NamedStack {
    NamedStack("stack", root: NamedScreen("A"), stage: RecorderStage())
  }

  @Test
  func aViewOfAnotherType() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { @MainActor in
      Self.stack().push(MapScreen())
    }
    // Also in a release build, where a precondition has no message.
    #expect(
      try #require(result).standardErrorText.contains(
        "MapScreen cannot be in stack: its view is a Map, and FakeView is needed."))
    await #expect(processExitsWith: .success) { @MainActor in
      let (stack, screen) = (Self.stack(), WideScreen())
      stack.push(screen)
      precondition(stack.topScreen === screen)
    }
  }

  @Test
  func aScreenInItself() async {
    await #expect(processExitsWith: .failure) { @MainActor in
      let stack = Self.stack()
      stack.push(stack)
    }
    await #expect(processExitsWith: .failure) { @MainActor in
      let inner = Self.stack()
      let outer = NamedStack("outer", root: inner, stage: RecorderStage())
      inner.push(outer)
    }
    await #expect(processExitsWith: .failure) { @MainActor in
      let stack = Self.stack()
      stack.push(ScreenWindow(root: NamedScreen("B"), stage: RecorderStage()))
    }
  }

  @Test
  func aScreenTwice() async {
    await #expect(processExitsWith: .failure) { @MainActor in
      let screen = NamedScreen("B")
      Self.stack().setScreens([screen, screen])
    }
    await #expect(processExitsWith: .failure) { @MainActor in
      let stack = Self.stack()
      withExtendedLifetime(stack) {
        _ = TabScreen([stack.rootScreen], stage: RecorderStage())
      }
    }
  }

  @Test
  func hostedByAToolkit() async {
    await #expect(processExitsWith: .failure) { @MainActor in
      let host = ScreenHost(NamedScreen("B"))
      withExtendedLifetime(host) {
        _ = NamedStack("stack", root: host.screen, stage: RecorderStage())
      }
    }
  }

  @Test
  func invalidPageNumbers() async {
    await #expect(processExitsWith: .failure) { @MainActor in
      _ = PageScreen(count: 2, open: 2, stage: RecorderStage()) { NamedScreen("\($0)") }
    }
  }
}
