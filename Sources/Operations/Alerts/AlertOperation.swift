/// An alert as an operation: it waits for its turn, and its value is the answer.
///
/// It carries what the alert says, and leaves to its presenter how it is shown. It is of the
/// category ``OperationCategory/alert``, so that alerts of all modules and managers appear one at a
/// time, the more urgent first and in the order of asking among equals.
///
/// ```swift
/// let choice = try await AlertOperation(content, by: presenter).submit().value
/// ```
///
/// Two operations with the same ``AlertContent/key`` are two alerts, if they are submitted. An
/// ``AlertDesk`` joins them.
public struct AlertOperation<Choice: Hashable & Sendable>: AsyncOperation {
  /// What the alert says.
  public let content: AlertContent<Choice>
  /// Who shows it.
  public let presenter: any AlertPresenter

  /// An alert that has not been submitted.
  ///
  /// - Parameters:
  ///   - content: what the alert says.
  ///   - presenter: who shows it.
  public init(_ content: AlertContent<Choice>, by presenter: any AlertPresenter) {
    self.content = content
    self.presenter = presenter
  }

  /// What the content asks for: its name is the title, its lane the main one.
  public var options: OperationOptions {
    var options = OperationOptions(
      content.title, priority: content.priority, lane: .main, categories: [.alert])
    options.expiry = content.expiry
    options.preempts = content.isPreemptive
    options.isPreemptible = content.isPreemptible
    // What the reader was to be told does not depend on who still waits for the answer.
    options.isDetached = true
    return options
  }

  /// Shows the alert, and waits for the answer.
  public func run(_ context: OperationContext) async throws -> Choice {
    try await presenter.present(content)
  }
}

extension OperationCategory {
  /// What covers the screen, and of which there is one at a time.
  public static let alert = OperationCategory("alert", limit: 1)
}
