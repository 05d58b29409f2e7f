@testable import StagecraftScreens

/// Checks a record of inputs and calls against the guarantees of screens.
///
/// Written from the documented guarantees and the table of orders: it shares no code with the
/// machine, and sees nothing of it but the events.
struct TreeLaws {
  private(set) var violations: [String] = []
  var model = TreeModel()

  /// A request that has not ended.
  struct Pending {
    let action: NamedAction
    let container: Name
    let isAsking: Bool
    /// The place in the order of execution.
    var ticket: Int
    var isInteractive = false
    /// The screens that were asked, with their answers.
    var answers: [(name: Name, isPermitted: Bool)] = []
    var pages: [ContainerLayout.Item] = []
    var wasPerformed = false
  }

  /// A transition in progress.
  struct Course {
    let request: Int
    let before: TreeModel.Box
    let after: TreeModel.Box
    let isInteractive: Bool
    let isVisible: Bool
    let added: [Name]
    let removed: [Name]
    let needsViews: [Name]
    /// The events that must follow next, in this order.
    var due: [TreeEvent]
    var last: TreeEvent?
    let completed: [TreeEvent]
    let cancelled: [TreeEvent]
    var phase = Phase.beginning
    var decision: TransitionContext.Outcome?
    var isHurried = false
    var hasEnded = false
    var hasBegun = false
    var isConcluded = false
    /// The stage must be given the progress.
    var isProgressDue = false

    enum Phase {
      case beginning, onStage, ending
      /// All screens were notified; only the request has to end.
      case over
    }
  }

  var pending: [Int: Pending] = [:]
  var finished: Set<Int> = []
  /// The transitions in progress, by container.
  var courses: [Name: Course] = [:]
  var lastTicket = 0
  var firstTicket = 0
  /// The roots that have had a turn of their own: a request that adds one may have to wait longer
  /// than those after it.
  var busyRoots: Set<Name> = []
  /// The windows of which the foreground is being updated by the user's other window.
  var updating: Set<Name> = []
  /// The steps of the windows that are opening or closing.
  var windowSteps: [Name: [ScreenAppearance.Step]] = [:]
  /// The steps that a toolkit takes with a root.
  var delivered: [Name: [ScreenAppearance.Step]] = [:]
  /// The requests that must end at once, because their tree was destroyed.
  var orphaned: [Int: TransitionOutcome] = [:]
  /// The moves that are due in a container that has just been filled.
  var fillings: [Name: [TreeEvent]] = [:]
  var event = TreeEvent.rested

  var isSatisfied: Bool { violations.isEmpty }
  /// The number of requests that have not ended.
  var pendingCount: Int { pending.count }
  var unansweredRequests: [Int] { pending.keys.sorted() }

  mutating func report(_ text: String) {
    if violations.count < 5 { violations.append("\(text), at \(event)") }
  }

  mutating func check(_ isRight: Bool, _ text: @autoclosure () -> String) {
    if !isRight { report(text()) }
  }

  mutating func observe(_ event: TreeEvent) {
    self.event = event
    switch event {
    case .created(let name, let kind, let order):
      model.screens[name] = TreeModel.Screen()
      if let kind { model.boxes[name] = TreeModel.Box(kind: kind, order: order) }
    case .filled(let name, let children, let current, let count, let positions):
      fill(name, children, current, count, positions)
    case .destroyed(let name): destroy(name)
    case .turn(let name): busyRoots.insert(name)
    case .submitted(let request, let action, let container, let isAsking, let isFirst):
      lastTicket += 1
      firstTicket -= 1
      pending[request] = Pending(
        action: action, container: container, isAsking: isAsking,
        ticket: isFirst ? firstTicket : lastTicket)
    case .seized(let request, let action, let container):
      firstTicket -= 1
      pending[request] = Pending(
        action: action, container: container, isAsking: false, ticket: firstTicket,
        isInteractive: true)
    case .decided(let name, let outcome):
      if courses[name]?.decision == nil { courses[name]?.decision = outcome }
    case .progressed(let name):
      guard let course = courses[name], course.decision == nil, !course.isHurried else { return }
      courses[name]?.isProgressDue = true
    case .settled(let name): courses[name]?.isHurried = true
    case .animationEnded(let name):
      guard let course = courses[name], course.decision != nil else { return }
      if course.isConcluded || !course.isInteractive { courses[name]?.hasEnded = true }
    case .delivered(let step, let name): delivered[name, default: []].append(step)
    case .hosted(let name, let isHosted): model.screens[name]?.isHosted = isHosted
    case .behind(let name, let isBehind):
      model.screens[name]?.isBehind = isBehind
      updating.insert(name)
    case .rested:
      updating = []
      rest()
    case .loaded(let name):
      guard let screen = known(name) else { return }
      check(!screen.hasView, "a second view of \(name)")
      model.screens[name]?.hasView = true
    case .unloaded(let name): model.screens[name]?.hasView = false
    case .began(let container, let request): begin(container, request)
    case .entered(let name, _), .left(let name), .willDismiss(let name), .didDismiss(let name):
      guard known(name) != nil else { return }
      // Until it has left, a screen is in its container.
      let container = model.screens[name]?.parent
      guard let container, take(event, of: container) else {
        return report("\(name) is in no transition")
      }
      if case .left = event { leave(name) }
    case .willMove(let name, let parent), .didMove(let name, let parent): move(name, parent)
    case .step(let step, let name, let context): take(step, name, context)
    case .refusedStep: report("an illegal step")
    case .resigned(let name): resign(name)
    case .became(let name): become(name)
    case .stageBegins(let name), .stageFollows(let name), .stageConcludes(let name, _),
      .stageArranges(let name):
      guard known(name) != nil else { return }
      onStage(name)
    case .changed(let name):
      guard known(name) != nil else { return }
      check(take(event, of: name), "the transition of \(name) has not ended")
      if let course = courses[name], !course.isInteractive || course.decision == .completed {
        let isStill = model.boxes[name].map { $0.items == course.after.items } ?? false
        check(isStill, "the layout of \(name) has changed meanwhile")
      }
      courses[name]?.phase = .over
    case .asked(let name, let reason, let isPermitted): ask(name, reason, isPermitted)
    case .pages(let container, let request, let pages):
      check(
        pending[request].map {
          model.missingPages($0.action, in: container) == pages.map(\.position)
        } ?? false, "pages that are not missing")
      check(pending[request]?.pages.isEmpty ?? false, "pages a second time")
      pending[request]?.pages = pages
      checkOrder(request)
    case .performed(let container, let request):
      check(
        pending[request].map {
          $0.action == .perform && $0.container == container && !$0.wasPerformed
        } ?? false, "an action that is not due")
      pending[request]?.wasPerformed = true
      checkOrder(request)
    case .finished(let request, let outcome): finish(request, outcome)
    }
  }

  mutating func known(_ name: Name) -> TreeModel.Screen? {
    guard let screen = model.screens[name] else {
      report("a call for \(name), which is gone")
      return nil
    }
    return screen
  }
}
