internal import StageFloor

/// What an alert says and asks, without a word about how it is shown.
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
/// `Choice` is what the reader's answer is in the code: an enumeration, as a rule. An alert that
/// only tells something has one action, and the choice ``AlertAcknowledgement``.
public struct AlertContent<Choice: Hashable & Sendable>: Sendable {
  /// One way to answer.
  public struct Action: Sendable, Hashable, Identifiable {
    /// What choosing it leads to.
    public let id: Choice
    /// What its button says.
    public var label: String
    /// How its button looks.
    public var style: AlertActionStyle

    /// A way to answer.
    ///
    /// - Parameters:
    ///   - id: what choosing it leads to.
    ///   - label: what its button says.
    ///   - style: how its button looks.
    public init(_ id: Choice, _ label: String, style: AlertActionStyle = .normal) {
      self.id = id
      self.label = label
      self.style = style
    }
  }

  /// The first line.
  public var title: String
  /// What there is to say, if the title does not say it all.
  public var message: String
  /// The ways to answer, at least one, in their order.
  public var actions: [Action]

  /// What makes two alerts the same: while one is shown or waits for its turn, another with its key
  /// joins it and is not shown; nil: it is like no other.
  public var key: String?
  /// How urgent it is: the more urgent is shown first, whoever came first.
  public var priority = OperationPriority.normal
  /// How long after it was asked for it may still appear; nil: for ever.
  ///
  /// It does not end an alert that is on the screen, or was before it had to make room.
  public var expiry: Duration?
  /// Whether it goes before all others, and takes the place of one that is on the screen, if that is
  /// preemptible: for what the system itself has to say.
  public var isPreemptive = false
  /// Whether it is taken off the screen for a preemptive one, and comes again afterwards.
  public var isPreemptible = true

  /// An alert with these ways to answer.
  ///
  /// - Parameters:
  ///   - title: the first line.
  ///   - message: what there is to say, if the title does not say it all.
  ///   - actions: the ways to answer, at least one, in their order.
  public init(_ title: String, message: String = "", actions: [Action]) {
    require(
      !actions.isEmpty, "The alert “\(title)” has no action, and would never end: give it one.")
    self.title = title
    self.message = message
    self.actions = actions
  }
}

extension AlertContent<AlertAcknowledgement> {
  /// An alert that only tells something.
  ///
  /// - Parameters:
  ///   - title: the first line.
  ///   - message: what there is to say, if the title does not say it all.
  ///   - label: what its one button says.
  public init(_ title: String, message: String = "", acknowledge label: String = "OK") {
    self.init(title, message: message, actions: [Action(.acknowledged, label, style: .cancel)])
  }
}

/// The answer to an alert that only tells something.
public enum AlertAcknowledgement: Sendable, Hashable {
  /// It was read.
  case acknowledged
}

/// How the button of an alert looks.
public enum AlertActionStyle: Sendable, Hashable {
  /// Like any other.
  case normal
  /// As the one that changes nothing.
  case cancel
  /// As one that cannot be undone.
  case destructive
}
