extension TransitionOrder {
  /// The side that takes a step: all disappearing screens, or all appearing ones.
  enum Role: Hashable, Sendable {
    case old
    case new
  }

  /// One step of one side.
  struct Beat: Hashable, Sendable {
    let role: Role
    let step: AppearanceStep

    init(_ role: Role, _ step: AppearanceStep) {
      self.role = role
      self.step = step
    }
  }

  /// The order of the steps of both sides.
  ///
  /// A class, because one of a few constants is passed on at each transition.
  final class Score: Sendable {
    let begin: [Beat]
    let completed: [Beat]
    let cancelled: [Beat]

    init(begin: [Beat], completed: [Beat], cancelled: [Beat]) {
      self.begin = begin
      self.completed = completed
      self.cancelled = cancelled
    }
  }

  func score(for kind: ContainerChange.Kind) -> Score {
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

extension TransitionOrder.Score {
  /// The order of UIKit's stack, and the same order on the way back.
  static let uniform = TransitionOrder.Score(
    begin: [.init(.old, .willDisappear), .init(.new, .willAppear)],
    completed: [.init(.old, .didDisappear), .init(.new, .didAppear)],
    cancelled: [
      .init(.new, .willDisappear), .init(.old, .willAppear),
      .init(.new, .didDisappear), .init(.old, .didAppear),
    ])

  /// When cancelled, the new screen disappears completely before the old one appears again.
  static let uikitStack = TransitionOrder.Score(
    begin: uniform.begin,
    completed: uniform.completed,
    cancelled: [
      .init(.new, .willDisappear), .init(.new, .didDisappear),
      .init(.old, .willAppear), .init(.old, .didAppear),
    ])

  /// The new screen begins first and ends last.
  static let uikitTabs = TransitionOrder.Score(
    begin: [.init(.new, .willAppear), .init(.old, .willDisappear)],
    completed: [.init(.old, .didDisappear), .init(.new, .didAppear)],
    cancelled: uniform.cancelled)

  /// The new screen is first at both ends; when cancelled, the old one is.
  static let uikitScroll = TransitionOrder.Score(
    begin: uikitTabs.begin,
    completed: [.init(.new, .didAppear), .init(.old, .didDisappear)],
    cancelled: [
      .init(.old, .willAppear), .init(.old, .didAppear),
      .init(.new, .willDisappear), .init(.new, .didDisappear),
    ])

  static let uikitCurl = TransitionOrder.Score(
    begin: uikitTabs.begin,
    completed: uikitTabs.completed,
    cancelled: uniform.cancelled)

  /// The new screen has appeared before the old one has disappeared.
  static let uikitModal = TransitionOrder.Score(
    begin: uniform.begin,
    completed: [.init(.new, .didAppear), .init(.old, .didDisappear)],
    cancelled: [
      .init(.new, .willDisappear), .init(.old, .willAppear),
      .init(.old, .didAppear), .init(.new, .didDisappear),
    ])
}
