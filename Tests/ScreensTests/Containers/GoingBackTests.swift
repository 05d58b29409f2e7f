import StagecraftTestKit
import Testing

@testable import StagecraftScreens

/// Going back by key, button or gesture asks the screens that would leave.
@MainActor
@Suite(.timeLimit(.minutes(3)))
struct GoingBackTests {
  /// A screen with a draft, which answers each question.
  final class Draft: Screen<FakeView> {
    private let ownName: String
    var mayLeave = true
    var heard: [String] = []
    var act: () -> Void = {}
    static var order: [String] = []

    init(_ name: String, in application: ScreenApplication) {
      ownName = name
      super.init(in: application)
    }

    override var name: String { ownName }
    override func loadView() -> FakeView { FakeView(ownName) }
    override func shouldPop() -> Bool { answer("pop") }
    override func shouldDismiss() -> Bool { answer("dismiss") }
    override func shouldClose() -> Bool { answer("close") }
    override func didAttemptToPop() { heard.append("no pop") }
    override func didAttemptToDismiss() { heard.append("no dismiss") }
    override func didAttemptToClose() { heard.append("no close") }
    override func viewIsAppearing(_ context: TransitionContext) { heard.append("appearing") }
    override func viewWillAppear(_ context: TransitionContext) { heard.append("will appear") }
    override func viewDidAppear(_ context: TransitionContext) { heard.append("did appear") }

    private func answer(_ question: String) -> Bool {
      heard.append(question)
      Self.order.append(ownName)
      act()
      return mayLeave
    }
  }

  let application: ScreenApplication
  let stage: RecorderStage<FakeView>
  let root: Draft
  let top: Draft
  let stack: NavigationScreen<FakeView>
  let window: ScreenWindow<FakeView>

  init() {
    application = ScreenApplication()
    stage = RecorderStage()
    root = Draft("root", in: application)
    top = Draft("top", in: application)
    stack = NavigationScreen(root: root, stage: stage, in: application)
    window = ScreenWindow(root: stack, stage: RecorderStage(), in: application)
    window.open()
    stack.push(top, animated: false)
    forget()
  }

  private func forget() {
    (root.heard, top.heard, Draft.order) = ([], [], [])
  }

  @Test
  func backAsksTheTop() {
    top.mayLeave = false
    #expect(stack.requestBack(animated: false).outcomeIfOver == .refused(.isRefused))
    #expect(throws: ScreenError.isRefused) { try stack.beginPop() }
    #expect(top.heard == ["pop", "no pop", "pop", "no pop"] && root.heard.isEmpty)
    #expect(stack.topScreen === top)
    top.mayLeave = true
    #expect(stack.requestBack(animated: false).outcomeIfOver == .completed)
    #expect(stack.topScreen === root)
    #expect(stack.requestBack().outcomeIfOver == .refused(.isLast))
    #expect(throws: ScreenError.isLast) { try stack.beginPop() }
  }

  @Test
  func theProgramDoesNotAsk() {
    top.mayLeave = false
    #expect(stack.pop(animated: false).outcomeIfOver == .completed)
    #expect(!top.heard.contains("pop"))
    let sheet = Draft("sheet", in: application)
    sheet.mayLeave = false
    root.present(sheet, as: .sheet, animated: false)
    #expect(sheet.dismiss(animated: false).outcomeIfOver == .completed)
    #expect(window.close().outcomeIfOver == .completed)
    #expect(!sheet.heard.contains("dismiss") && !root.heard.contains("close"))
  }

  @Test
  func theQuestionComesWhenTheRequestIsExecuted() {
    stage.animation = .byHand
    let above = Draft("above", in: application)
    stack.push(above)
    let back = stack.requestBack()
    #expect(above.heard == ["will appear", "appearing"] && top.heard.isEmpty)
    stage.finishAnimation()
    #expect(above.heard.suffix(2) == ["did appear", "pop"])
    stage.finishAnimation()
    #expect(back.outcomeIfOver == .completed)
  }

  @Test
  func dismissalAsksFromTheTopAndStopsAtTheFirstRefusal() {
    let sheets = ["one", "two"].map { Draft($0, in: application) }
    for sheet in sheets { root.present(sheet, as: .sheet, animated: false) }
    forget()
    #expect(root.requestDismissal(animated: false).outcomeIfOver == .completed)
    #expect(Draft.order == ["two", "one"])
    for sheet in sheets { root.present(sheet, as: .sheet, animated: false) }
    forget()
    sheets[1].mayLeave = false
    #expect(root.requestDismissal().outcomeIfOver == .refused(.isRefused))
    #expect(throws: ScreenError.isRefused) { try root.beginDismissal() }
    #expect(Draft.order == ["two", "two"] && sheets[1].heard.contains("no dismiss"))
    #expect(window.presentedScreens.count == 2)
  }

  @Test
  func nothingToDismiss() {
    #expect(root.requestDismissal().outcomeIfOver == .refused(.nothingPresented))
    #expect(throws: ScreenError.nothingPresented) { try root.beginDismissal() }
    let stray = Draft("stray", in: application)
    #expect(stray.requestDismissal().outcomeIfOver == .refused(.nothingPresented))
    #expect(throws: ScreenError.nothingPresented) { try stray.beginDismissal() }
  }

  @Test
  func closingAsksAllScreensTheInnermostFirst() {
    let sheet = Draft("sheet", in: application)
    root.present(sheet, as: .sheet, animated: false)
    forget()
    root.mayLeave = false
    #expect(window.requestClose().outcomeIfOver == .refused(.isRefused))
    #expect(Draft.order == ["sheet", "top", "root"] && window.isOpen)
    #expect(root.heard == ["close", "no close"])
    root.mayLeave = true
    top.mayLeave = false
    forget()
    #expect(window.requestClose().outcomeIfOver == .refused(.isRefused))
    #expect(Draft.order == ["sheet", "top"])
    top.mayLeave = true
    #expect(window.requestClose().outcomeIfOver == .completed)
    #expect(!window.isOpen)
    #expect(window.requestClose().outcomeIfOver == .refused(.isInWrongState))
    #expect(window.open().outcomeIfOver == .completed)
    #expect(window.open().outcomeIfOver == .refused(.isInWrongState))
  }

  /// What a screen requests while it is asked is executed after the answer.
  @Test
  func askingAQuestionMayNavigate() throws {
    let note = Draft("note", in: application)
    top.act = { [stack] in stack.push(note, animated: false) }
    #expect(throws: ScreenError.isRefused) { try stack.beginPop() }
    #expect(stack.topScreen === note)
    stack.pop(animated: false)
    let other = Draft("other", in: application)
    top.act = { [stack] in stack.push(other, animated: false) }
    #expect(stack.requestBack(animated: false).outcomeIfOver == .completed)
    #expect(stack.screens.map(\.id) == [root, other].map(\.id))
  }

  @Test
  func beginningHasDistinctRefusals() throws {
    let pages = PageScreen<FakeView>(count: 2, stage: RecorderStage(), in: application) {
      NamedScreen("\($0)")
    }
    #expect(throws: ScreenError.noSuchPosition) { try pages.beginTurn(to: 2) }
    #expect(throws: ScreenError.noSuchPosition) { try pages.beginTurn(to: -1) }
    #expect(throws: ScreenError.isLast) { try pages.beginTurn(to: 0) }
    #expect(throws: ScreenError.isUnseen) { try pages.beginTurn(to: 1) }
    let pop = try stack.beginPop()
    #expect(throws: ScreenError.isBusy) { try stack.beginPop() }
    pop.cancel()
    window.close()
    #expect(throws: ScreenError.isUnseen) { try stack.beginPop() }
  }

  @Test
  func aScreenIsAppearingBetweenWillAndDid() {
    let above = Draft("above", in: application)
    stack.push(above, animated: false)
    #expect(above.heard == ["will appear", "appearing", "did appear"])
  }

  @Test
  func aWindowWithoutTheFocusResignsTheForeground() {
    #expect(window.isInFocus && window.isActive && top.isForeground)
    window.isInFocus = false
    #expect(!window.isActive && window.isOpen && !top.isForeground)
    #expect(top.appearance == .visible)
    window.enterBackground()
    window.isInFocus = true
    #expect(!top.isForeground)
    window.enterForeground()
    #expect(window.isActive && top.isForeground)
  }
}
