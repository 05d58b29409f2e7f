/// Where modules bring their alerts, which then appear one at a time.
///
/// ```swift
/// let alerts = AlertDesk(presenter: SheetPresenter())
///
/// let answer = alerts.show(offline)
/// if try await answer.value == .retry { await fetchCatalogue() }
/// ```
///
/// It may be used from any thread or task, and copied; there can be one for each window. Alerts of
/// all desks take turns, because they are of one category.
public struct AlertDesk: Sendable {
  /// Who shows the alerts.
  public let presenter: any AlertPresenter
  /// The manager of their operations.
  public let manager: OperationManager

  /// A desk for the alerts of an app, or of a window.
  ///
  /// - Parameters:
  ///   - presenter: who shows the alerts.
  ///   - manager: the manager of their operations.
  public init(presenter: any AlertPresenter, manager: OperationManager = .shared) {
    self.presenter = presenter
    self.manager = manager
  }

  /// Shows an alert when it is its turn.
  ///
  /// It does not wait. An alert whose key is that of one of the same manager and the same kind of
  /// answer that has not ended yet joins it: the content is not shown, `order` does not count, and
  /// the handle is that of the first. So `cancel` on it takes the alert away for all who joined.
  ///
  /// An alert stays in line, or on the screen, when nobody waits for its answer any more.
  ///
  /// - Parameters:
  ///   - content: what the alert says.
  ///   - order: what ends before it appears, however it ends: other alerts, for example.
  ///   - fileID: the file of the call; leave it out.
  ///   - line: the line of the call; leave it out.
  /// - Returns: the handle, whose value is the answer.
  @discardableResult
  public func show<Choice>(
    _ content: AlertContent<Choice>, following order: AnyOperationHandle...,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> OperationHandle<Choice> {
    let site = OperationSite(fileID: fileID, line: line)
    let operation = AlertOperation(content, by: presenter)
    guard let key = content.key else { return manager.submit(operation, following: order, site) }
    return manager.shared(AlertKey<Choice>(key: key), following: order, site) { operation }
  }
}

/// The key of an alert among all that share operations of a manager, in a drawer of its own.
private struct AlertKey<Choice>: Hashable, Sendable {
  let key: String
}
