@testable import StagecraftScreens

/// The name of a screen in the tests of the machine: unlike a slot, it is never used again.
typealias Name = Int

/// An action on named screens.
///
/// The slots in it have the names of screens as their indices.
typealias NamedAction = TreeAction

extension ScreenSlot {
  init(_ name: Name) { self.init(index: Int32(name)) }

  /// The name of the screen, in a ``NamedAction``.
  var name: Name { Int(index) }
}

/// What happens around the machine, in order: the inputs and the calls.
enum TreeEvent: Hashable {
  // MARK: Inputs

  case created(Name, ContainerLayout.Kind?, TransitionOrder)
  /// A new container was filled.
  case filled(Name, [Name], current: Int?, count: Int, positions: [Int])
  case destroyed(Name)
  /// A screen of which the tree is in a turn.
  case turn(Name)
  case submitted(Int, NamedAction, in: Name, isAsking: Bool, isFirst: Bool)
  /// An interactive transition began.
  case seized(Int, NamedAction, in: Name)
  case decided(Name, TransitionContext.Outcome)
  case progressed(Name)
  case settled(Name)
  case animationEnded(Name)
  /// A toolkit shows or removes a root.
  case delivered(ScreenAppearance.Step, Name)
  case hosted(Name, Bool)
  case behind(Name, Bool)
  case loaded(Name)
  case unloaded(Name)
  /// Nothing is in progress in the shell.
  case rested

  // MARK: Calls

  /// A transition of a container has begun.
  case began(Name, Int)
  case entered(Name, Int)
  case left(Name)
  case willMove(Name, to: Name)
  case didMove(Name, to: Name)
  case willDismiss(Name)
  case didDismiss(Name)
  case step(ScreenAppearance.Step, Name, TransitionContext)
  case refusedStep(ScreenAppearance.Step, Name)
  case resigned(Name)
  case became(Name)
  case stageBegins(Name)
  case stageFollows(Name)
  case stageConcludes(Name, TransitionContext.Outcome)
  case stageArranges(Name)
  case changed(Name)
  case asked(Name, TransitionContext.Reason, Bool)
  case pages(Name, Int, [ContainerLayout.Item])
  case performed(Name, Int)
  case finished(Int, TransitionOutcome)

  /// Whether the machine decided it, so that its absence is a mistake.
  var isCall: Bool {
    switch self {
    case .created, .filled, .destroyed, .turn, .submitted, .seized, .decided, .progressed, .settled,
      .animationEnded, .delivered, .hosted, .behind, .unloaded, .rested, .began:
      false
    case .loaded, .entered, .left, .willMove, .didMove, .willDismiss, .didDismiss, .step,
      .refusedStep, .resigned, .became, .stageBegins, .stageFollows, .stageConcludes,
      .stageArranges, .changed, .asked, .pages, .performed, .finished:
      true
    }
  }
}

extension TreeAction {
  /// The same action on other screens.
  func mapping(_ map: (ScreenSlot) -> ScreenSlot) -> TreeAction {
    switch self {
    case .push(let screen): .push(map(screen))
    case .popTo(let screen): .popTo(map(screen))
    case .setStack(let screens): .setStack(screens.map(map))
    case .select(let screen): .select(map(screen))
    case .insertTab(let screen, let index): .insertTab(map(screen), at: index)
    case .removeTab(let screen): .removeTab(map(screen))
    case .replaceTab(let screen, let other): .replaceTab(map(screen), with: map(other))
    case .setTabs(let screens): .setTabs(screens.map(map))
    case .present(let screen, let isOpaque, let presenter):
      .present(map(screen), isOpaque: isOpaque, from: map(presenter))
    case .dismiss(let screen): .dismiss(from: map(screen))
    case .dismissLayer(let screen): .dismissLayer(map(screen))
    case .setRoot(let screen): .setRoot(map(screen))
    case .leave(let screen): .leave(map(screen))
    case .pop, .popToRoot, .selectIndex, .turn, .makePages, .reload, .keepPages, .back, .open,
      .close, .perform:
      self
    }
  }

  /// The screens that the action mentions.
  var mentioned: [ScreenSlot] {
    switch self {
    case .push(let screen), .popTo(let screen), .select(let screen), .insertTab(let screen, _),
      .removeTab(let screen), .dismiss(let screen), .dismissLayer(let screen),
      .setRoot(let screen), .leave(let screen):
      [screen]
    case .setStack(let screens), .setTabs(let screens): screens
    case .replaceTab(let screen, let other): [screen, other]
    case .present(let screen, _, let presenter): [screen, presenter]
    case .pop, .popToRoot, .selectIndex, .turn, .makePages, .reload, .keepPages, .back, .open,
      .close, .perform:
      []
    }
  }
}
