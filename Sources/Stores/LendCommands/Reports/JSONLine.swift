#if SQLite || PostgreSQL
internal import StageFloor
@_spi(Store) import StagecraftSharedPools

/// An object of JSON in one line.
///
/// Its keys stay in order, and the first one is the version of the
/// format: a later version may add keys, and changes the number if it changes or removes one.
struct JSONLine: Sendable {
  private var members: [String]

  init(_ kind: String) { members = ["\"version\":1", "\"kind\":\(kind.quotedForJSON)"] }

  var text: String { "{" + members.joined(separator: ",") + "}" }

  func with(_ key: String, _ value: String?) -> JSONLine {
    value.map { adding(key, $0.quotedForJSON) } ?? self
  }

  func with(_ key: String, _ value: Int64?) -> JSONLine {
    value.map { adding(key, String($0)) } ?? self
  }

  func with(_ key: String, _ value: Int) -> JSONLine { with(key, Int64(value)) }

  func with(_ key: String, _ value: Duration?) -> JSONLine {
    value.map { adding(key, $0.secondsText) } ?? self
  }

  func with(_ key: String, _ value: Labels) -> JSONLine {
    adding(key, "[" + value.all.map(\.quotedForJSON).joined(separator: ",") + "]")
  }

  func with(_ key: String, _ value: [Want]) -> JSONLine {
    let wants = value.map { want in
      var one = JSONLine(members: []).with("labels", want.labels).with("count", want.count)
      one = one.with("preferring", want.preferring)
      return one.text
    }
    return adding(key, "[" + wants.joined(separator: ",") + "]")
  }

  func with(_ session: LendingSession) -> JSONLine {
    with("host", session.host).with("process", Int64(session.process)).with("job", session.job)
  }

  private init(members: [String]) { self.members = members }

  private func adding(_ key: String, _ value: String) -> JSONLine {
    JSONLine(members: members + ["\(key.quotedForJSON):\(value)"])
  }
}

extension JSONLine {
  init(_ event: LendingEvent, pool: String) {
    self = JSONLine("event").with("pool", pool).with("number", event.number)
      .with("time", timeText(microseconds: event.time)).with("event", event.kind.rawValue)
      .with("name", event.resource).with("request", event.request?.description)
      .with("fence", event.fence?.number).with("detail", event.detail)
  }

  init(_ finding: Finding) {
    self = JSONLine("finding").with("verdict", finding.verdict.rawValue)
      .with("title", finding.title).with("detail", finding.detail)
  }
}
#endif
