#if PostgresNIO
internal import PostgresFloor

/// A statement that is sent for an exchange.
struct ExchangeStep: Hashable, Sendable {
  var text: String
  /// Which statement of the exchange it is; nil for one that is added.
  var index: Int?

  var isCommit: Bool { text == TableStatement.commit.text }
}

extension ExchangeStep {
  /// The steps of an exchange: one transaction, with settings that end with it, for the connection
  /// is the client's.
  ///
  /// A lock on a table comes before the settings, which are read with the transaction's snapshot:
  /// a snapshot does not protect from `truncate` and `alter table`.
  static func steps(
    of statements: [String], role: TableLinkRole, timeout: Int64
  ) -> [ExchangeStep] {
    let all = statements.enumerated().map { ExchangeStep(text: $1, index: $0) }
    guard
      let settings = TableStatement.settings(for: role, timeout: timeout, isLocal: true)
    else { return all }
    let hasBegin = statements.first?.hasPrefix("begin") == true
    var rest = all[(hasBegin ? 1 : 0)...]
    var steps = [hasBegin ? all[0] : ExchangeStep(text: TableStatement.begin.text)]
    if let lock = rest.first, lock.text.hasPrefix("lock table") {
      if !lock.text.hasSuffix("nowait") {
        let patience = TableStatement.lockPatience(timeout)
        steps.append(ExchangeStep(text: "set local lock_timeout = \(patience)"))
      }
      steps.append(rest.removeFirst())
    }
    steps.append(ExchangeStep(text: settings.text))
    steps += Array(rest)
    if !hasBegin { steps.append(ExchangeStep(text: TableStatement.commit.text)) }
    return steps
  }
}
#endif
