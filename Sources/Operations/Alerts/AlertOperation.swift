/// An alert as an operation whose value is the answer.
///
/// It contains the content of the alert and leaves the presentation to its presenter. It belongs to
/// the category ``OperationCategory/alert``, so that alerts of all modules and managers are shown
/// one at a time: the highest priority first, and in the order of submission among equals.
///
/// ```swift
/// let choice = try await AlertOperation(content, by: presenter).submit().value
/// ```
///
/// Submitting two operations with the same ``AlertContent/key`` shows two alerts; an ``AlertQueue``
/// joins them.
public struct AlertOperation<Choice: Hashable & Sendable>: AsyncOperation {
  /// The content of the alert.
  public let content: AlertContent<Choice>
  /// The object that shows the alert.
  public let presenter: any AlertPresenter

  /// Creates an alert operation.
  ///
  /// - Parameters:
  ///   - content: The content of the alert.
  ///   - presenter: The object that shows the alert.
  public init(_ content: AlertContent<Choice>, by presenter: any AlertPresenter) {
    // The actions are variable, so they may have changed since the content was created.
    content.requireSoundActions()
    self.content = content
    self.presenter = presenter
  }

  /// The options derived from the content: the title as the name, in the main lane.
  public var options: OperationOptions {
    var options = OperationOptions(
      content.title, priority: content.priority, lane: .main, categories: [.alert])
    options.expiry = content.expiry
    options.preempts = content.isPreemptive
    options.isPreemptible = content.isPreemptible
    // The reader should see the message even if no task awaits the answer.
    options.isDetached = true
    return options
  }

  /// Shows the alert and waits for the answer.
  ///
  /// - Parameter context: The running operation.
  /// - Returns: The answer.
  /// - Throws: The errors of the presenter.
  public func run(_ context: OperationContext) async throws -> Choice {
    try await presenter.present(content)
  }
}

extension OperationCategory {
  /// The category of everything that covers the screen; one operation at a time.
  public static let alert = OperationCategory("alert", limit: 1)
}
