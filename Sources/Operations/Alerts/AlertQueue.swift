/// A queue that shows the alerts of all modules, one at a time.
///
/// ```swift
/// let alerts = AlertQueue(presenter: SheetPresenter())
///
/// let answer = alerts.show(offline)
/// if try await answer.value == .retry { await fetchCatalogue() }
/// ```
///
/// It may be used from any thread or task, and copied; an app can have one for each window. Alerts
/// of all queues are shown one at a time, because they share one category.
public struct AlertQueue: Sendable {
  /// The object that shows the alerts.
  public let presenter: any AlertPresenter
  /// The manager of the alert operations.
  public let manager: OperationManager

  /// Creates a queue for the alerts of an app or a window.
  ///
  /// - Parameters:
  ///   - presenter: The object that shows the alerts.
  ///   - manager: The manager of the alert operations.
  public init(presenter: any AlertPresenter, manager: OperationManager = .shared) {
    self.presenter = presenter
    self.manager = manager
  }

  /// Submits an alert, which is shown when it is its turn.
  ///
  /// The call returns immediately. If an alert with the same key, the same manager and the same
  /// type of answer has not ended, the new alert joins it: the new content is not shown,
  /// `predecessors` are ignored, and the returned handle belongs to the first alert. Cancelling it
  /// therefore removes the alert for every caller that joined.
  ///
  /// An alert stays in line, or on the screen, when no task awaits its answer any more.
  ///
  /// - Parameters:
  ///   - content: The content of the alert.
  ///   - predecessors: Operations that must end before the alert appears, however they end, such as
  ///     other alerts.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  /// - Returns: A handle whose value is the answer.
  @discardableResult
  public func show<Choice>(
    _ content: AlertContent<Choice>, following predecessors: AnyOperationHandle...,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> OperationHandle<Choice> {
    let site = OperationSite(fileID: fileID, line: line)
    let operation = AlertOperation(content, by: presenter)
    guard let key = content.key else {
      return manager.submit(operation, following: predecessors, site)
    }
    return manager.join(AlertKey<Choice>(key: key), following: predecessors) {
      manager.makeHandle(operation, site)
    }
  }
}

extension AlertQueue {
  /// The answer to an alert that only informs.
  public enum Acknowledgement: Sendable, Hashable {
    /// The reader dismissed it.
    case acknowledged
  }
}

/// The key of an alert, distinct from the keys of other shared operations of the manager.
private struct AlertKey<Choice>: Hashable, Sendable {
  let key: String
}
