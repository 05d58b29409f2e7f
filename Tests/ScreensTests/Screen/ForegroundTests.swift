import Testing

@testable import StagecraftScreens

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct ForegroundTests {
  let application = ScreenApplication()
  let diary = Diary()

  private func page(_ label: String) -> DiaryScreen {
    DiaryScreen(label, diary, in: application)
  }

  private func shelf(_ label: String, _ contents: [AnyScreen]) -> ShelfScreen {
    ShelfScreen(label, diary, contents, in: application)
  }

  /// The recorded changes of the foreground.
  private func changes() -> [String] {
    diary.take().filter { $0.hasSuffix("becomes") || $0.hasSuffix("resigns") }
  }

  @Test
  func theForegroundIsOnePathFromTheRoot() {
    let (a, b, c) = (page("A"), page("B"), page("C"))
    let inner = shelf("Inner", [a, b])
    let root = shelf("Root", [c, inner])
    root.appearInWindow()
    #expect(changes() == ["Root.becomes", "Inner.becomes", "B.becomes"])
    #expect([root, inner, a, b, c].map(\.isForeground) == [true, true, false, true, false])
    root.updateForeground()
    b.updateForeground()
    #expect(changes() == [])
  }

  @Test
  func resigningIsReportedBeforeBecoming() {
    let (a, b, c) = (page("A"), page("B"), page("C"))
    let inner = shelf("Inner", [a, b])
    let root = shelf("Root", [c, inner])
    root.appearInWindow()
    _ = changes()
    inner.front = a
    inner.updateForeground()
    #expect(changes() == ["B.resigns", "A.becomes"])
    root.front = c
    a.updateForeground()
    #expect(changes() == ["A.resigns", "Inner.resigns", "C.becomes"])
    root.front = nil
    inner.front = nil
    root.updateForeground()
    #expect(changes() == ["C.resigns", "Inner.becomes", "B.becomes"])
  }

  @Test
  func aSheetLeavesTheScreensBelowVisible() {
    let (home, sheet) = (page("Home"), page("Sheet"))
    let window = shelf("Window", [home, sheet])
    window.shown = [home]
    window.appearInWindow()
    _ = changes()
    window.shown = [home, sheet]
    window.front = sheet
    sheet.deliver(.willAppear, TransitionContext(.present))
    window.updateForeground()
    #expect(changes() == ["Home.resigns"])
    #expect(home.appearance == .visible)
    sheet.deliver([.didAppear])
    #expect(changes() == ["Sheet.becomes"])
    sheet.deliver([.willDisappear])
    #expect(changes() == ["Sheet.resigns"])
    window.shown = [home]
    window.front = nil
    sheet.deliver([.didDisappear])
    #expect(changes() == ["Home.becomes"])
  }

  @Test
  func aWindowInTheBackgroundHasNone() {
    let page = page("Page")
    let window = shelf("Window", [page])
    window.appearInWindow()
    _ = diary.take()
    window.isWindowActive = false
    page.updateForeground()
    window.notifyDidEnterBackground()
    #expect(
      diary.take() == ["Page.resigns", "Window.resigns", "Window.background", "Page.background"])
    #expect(page.appearance == .visible)
    window.notifyWillEnterForeground()
    window.isWindowActive = true
    window.updateForeground()
    #expect(
      diary.take() == ["Window.foreground", "Page.foreground", "Window.becomes", "Page.becomes"])
  }

  @Test
  func aScreenResignsBeforeItDisappears() {
    let page = page("Page")
    let window = shelf("Window", [page])
    window.appearInWindow()
    var was: Bool?
    page.reactions["willDisappear"] = { [unowned page] in was = page.isForeground }
    page.deliver(.willDisappear, TransitionContext(.pop))
    #expect(was == false)
    #expect(window.isForeground)
    window.updateForeground()
    #expect(
      diary.take().suffix(2) == ["Page.resigns", "Page.willDisappear"])
  }

  /// A callback may request that the foreground be determined again: that is done once, with the
  /// state at that time.
  @Test
  func aCallbackMayChangeTheTree() {
    let (a, b, c) = (page("A"), page("B"), page("C"))
    let root = shelf("Root", [a, b, c])
    root.front = a
    root.appearInWindow()
    _ = changes()
    a.reactions["resigns"] = { [unowned root, c] in
      root.front = c
      root.updateForeground()
    }
    root.front = b
    root.updateForeground()
    #expect(changes() == ["A.resigns", "C.becomes"])
    #expect(!b.isForeground)

    c.reactions["resigns"] = { [unowned root] in
      root.isWindowActive = false
      root.updateForeground()
    }
    root.front = b
    root.updateForeground()
    #expect(changes() == ["C.resigns", "Root.resigns"])
  }

  @Test
  func aScreenThatBecomesForegroundMayPassItOn() {
    let (a, b) = (page("A"), page("B"))
    let root = shelf("Root", [a, b])
    root.front = a
    a.reactions["becomes"] = { [unowned root, b] in
      root.front = b
      root.updateForeground()
      #expect(!b.isForeground)
    }
    root.appearInWindow()
    #expect(changes() == ["Root.becomes", "A.becomes", "A.resigns", "B.becomes"])
  }

  /// A whole tree is added to another from inside a callback.
  @Test
  func aCallbackMayAddTheTreeToAnother() {
    let a = page("A")
    let inner = shelf("Inner", [a])
    let outer = shelf("Outer", [])
    outer.appearInWindow()
    _ = changes()
    inner.reactions["becomes"] = { [unowned inner] in
      inner.reactions = [:]
      outer.add(inner)
    }
    inner.appearInWindow()
    #expect(inner.root === outer)
    #expect(changes() == ["Inner.becomes", "Inner.resigns", "Inner.becomes", "A.becomes"])
    #expect(outer.trees.machine[outer.slot].foregroundChild == inner.slot)
  }

  @Test
  func aMovedScreenResigns() {
    let a = page("A")
    let (one, other) = (shelf("One", [a]), shelf("Other", []))
    one.appearInWindow()
    other.appearInWindow()
    _ = changes()
    one.remove(a)
    #expect(changes() == ["A.resigns"])
    one.updateForeground()
    other.add(a)
    other.updateForeground()
    #expect(changes() == ["A.becomes"])
  }

  @Test
  func aRemovedScreenIsNotNotifiedOfTheBackground() {
    let (a, b, c) = (page("A"), page("B"), page("C"))
    let root = shelf("Root", [a, b])
    a.reactions["background"] = { [unowned root] in
      root.remove(b)
      root.add(c)
    }
    root.notifyDidEnterBackground()
    #expect(diary.take() == ["Root.background", "A.background"])
  }

  @Test
  func aScreenOfADestroyedContainerIsNotForeground() {
    let a = page("A")
    var root: ShelfScreen? = shelf("Root", [a])
    root?.appearInWindow()
    root = nil
    #expect(a.root === a)
    a.updateForeground()
    #expect(!a.isForeground)
    #expect(changes() == ["Root.becomes", "A.becomes", "A.resigns"])
  }
}
