internal import StageFloor

/// The content of an alert, independent of its presentation.
///
/// ```swift
/// enum Answer { case retry, later }
///
/// var content = AlertContent<Answer>(
///   "No connection", message: "The catalogue could not be fetched.",
///   actions: [.init(.retry, "Try again"), .init(.later, "Later", style: .cancel)])
/// content.key = "connection"
/// ```
///
/// `Choice` represents the reader's answer in code, usually an enumeration. An alert that only
/// informs has one action, and the choice ``AlertQueue/Acknowledgement``.
///
/// On a keyboard, Enter chooses the action that is marked with ``Action/isDefault``, and Escape the
/// one at ``escapeActionIndex``.
public struct AlertContent<Choice: Hashable & Sendable>: Sendable {
  /// An answer that the reader can choose.
  public struct Action: Sendable, Hashable, Identifiable {
    /// The value of the answer.
    public let id: Choice
    /// The label of the button.
    public var label: String
    /// The style of the button.
    public var style: AlertActionStyle
    /// Whether Enter chooses this action, and toolkits highlight it; at most one of an alert.
    ///
    /// If no action is marked, the toolkit decides what Enter does.
    public var isDefault: Bool

    /// Creates an action.
    ///
    /// - Parameters:
    ///   - id: The value of the answer.
    ///   - label: The label of the button.
    ///   - style: The style of the button.
    ///   - isDefault: Whether Enter chooses this action.
    public init(
      _ id: Choice, _ label: String, style: AlertActionStyle = .normal, isDefault: Bool = false
    ) {
      self.id = id
      self.label = label
      self.style = style
      self.isDefault = isDefault
    }
  }

  /// The title.
  public var title: String
  /// The message below the title; may be empty.
  public var message: String
  /// The possible answers in order; at least one, and at most one that is the default.
  ///
  /// Checked when the content is created and when it is shown, not while it is changed.
  public var actions: [Action]

  /// The identity of the alert; nil for an alert that never joins another.
  ///
  /// While an alert is shown or waiting, another one with the same key joins it and is not shown.
  public var key: String?
  /// The priority: alerts with a higher priority are shown first.
  public var priority = OperationPriority.normal
  /// The time from submission within which the alert must appear; nil for no limit.
  ///
  /// It does not remove an alert that is on the screen, or that was on the screen before a
  /// preemptive alert interrupted it.
  public var expiry: Duration?
  /// Whether the alert is shown before all others and interrupts a preemptible alert on the screen;
  /// for messages of the system itself.
  public var isPreemptive = false
  /// Whether a preemptive alert may interrupt this one, which is shown again afterwards.
  public var isPreemptible = true

  /// Creates an alert with a choice of answers.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - message: The message below the title.
  ///   - actions: The possible answers in order; at least one, and at most one that is the
  ///     default.
  public init(_ title: String, message: String = "", actions: [Action]) {
    self.title = title
    self.message = message
    self.actions = actions
    requireSoundActions()
  }
}

extension AlertContent {
  /// The position of the action that Enter chooses: the one marked with ``Action/isDefault``.
  ///
  /// It is nil if none is marked.
  ///
  /// - Complexity: O(*n*) in the number of actions.
  public var defaultActionIndex: Int? { actions.firstIndex(where: \.isDefault) }

  /// The position of the action that is meant when the user closes the alert without choosing, with
  /// Escape, the Back key, or the button of its window.
  ///
  /// It is the first action with the style ``AlertActionStyle/cancel``; without one, the only
  /// action. It is nil if there are several actions and none cancels: such an alert should ignore
  /// the key. Where the toolkit closes it nevertheless, its presenter throws
  /// ``AlertQueue/PresentationError/closed``.
  ///
  /// - Complexity: O(*n*) in the number of actions.
  public var escapeActionIndex: Int? {
    actions.firstIndex { $0.style == .cancel } ?? (actions.count == 1 ? 0 : nil)
  }

  /// Stops the program if the alert could not be answered, or if Enter would mean several actions.
  func requireSoundActions() {
    require(
      !actions.isEmpty, "The alert “\(title)” has no action and could never be answered: add one.")
    let defaults = actions.count { $0.isDefault }
    require(
      defaults <= 1,
      """
      The alert “\(title)” has \(defaults) default actions, and Enter can choose only one: set \
      isDefault for one of them.
      """)
  }
}

extension AlertContent<AlertQueue.Acknowledgement> {
  /// Creates an alert that only informs.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - message: The message below the title.
  ///   - label: The label of the only button.
  public init(_ title: String, message: String = "", acknowledge label: String = "OK") {
    self.init(title, message: message, actions: [Action(.acknowledged, label, style: .cancel)])
  }
}

/// The style of an alert's button.
public enum AlertActionStyle: Sendable, Hashable {
  /// The default style.
  case normal
  /// The style of an action that changes nothing; Escape chooses it.
  case cancel
  /// The style of an action that cannot be undone.
  case destructive
}
