extension TransitionOrder {
  enum Role: Hashable, Sendable {
    case old
    case new
  }

  struct RoleStep: Hashable, Sendable {
    let role: Role
    let step: ScreenAppearance.Step

    init(_ role: Role, _ step: ScreenAppearance.Step) {
      self.role = role
      self.step = step
    }
  }

  /// A class, because one of a few constants is passed on at each transition.
  final class StepSequence: Sendable {
    let begin: [RoleStep]
    let completed: [RoleStep]
    let cancelled: [RoleStep]

    init(begin: [RoleStep], completed: [RoleStep], cancelled: [RoleStep]) {
      self.begin = begin
      self.completed = completed
      self.cancelled = cancelled
    }
  }

  func sequence(for kind: ContainerLayout.Kind) -> StepSequence {
    switch (form, kind) {
    case (.uniform, _): .uniform
    case (.uikit, .stack), (.uikitCurling, .stack): .uikitStack
    case (.uikit, .tabs), (.uikitCurling, .tabs): .uikitTabs
    case (.uikit, .pages): .uikitScroll
    case (.uikitCurling, .pages): .uikitCurl
    case (.uikit, .modal), (.uikitCurling, .modal): .uikitModal
    }
  }
}

extension TransitionOrder.StepSequence {
  /// The order of UIKit's stack, and the same order on the way back.
  static let uniform = TransitionOrder.StepSequence(
    begin: [.init(.old, .willDisappear), .init(.new, .willAppear)],
    completed: [.init(.old, .didDisappear), .init(.new, .didAppear)],
    cancelled: [
      .init(.new, .willDisappear), .init(.old, .willAppear),
      .init(.new, .didDisappear), .init(.old, .didAppear),
    ])

  static let uikitStack = TransitionOrder.StepSequence(
    begin: uniform.begin,
    completed: uniform.completed,
    cancelled: [
      .init(.new, .willDisappear), .init(.new, .didDisappear),
      .init(.old, .willAppear), .init(.old, .didAppear),
    ])

  static let uikitTabs = TransitionOrder.StepSequence(
    begin: [.init(.new, .willAppear), .init(.old, .willDisappear)],
    completed: [.init(.old, .didDisappear), .init(.new, .didAppear)],
    cancelled: uniform.cancelled)

  static let uikitScroll = TransitionOrder.StepSequence(
    begin: uikitTabs.begin,
    completed: [.init(.new, .didAppear), .init(.old, .didDisappear)],
    cancelled: [
      .init(.old, .willAppear), .init(.old, .didAppear),
      .init(.new, .willDisappear), .init(.new, .didDisappear),
    ])

  static let uikitCurl = TransitionOrder.StepSequence(
    begin: uikitTabs.begin,
    completed: uikitTabs.completed,
    cancelled: uniform.cancelled)

  static let uikitModal = TransitionOrder.StepSequence(
    begin: uniform.begin,
    completed: [.init(.new, .didAppear), .init(.old, .didDisappear)],
    cancelled: [
      .init(.new, .willDisappear), .init(.old, .willAppear),
      .init(.old, .didAppear), .init(.new, .didDisappear),
    ])
}
