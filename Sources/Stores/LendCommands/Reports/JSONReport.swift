#if SQLite || PostgreSQL
@_spi(Store) import StagecraftSharedPools

struct JSONReport {
  let entries: [String]
  let lines: [String]

  init(_ report: SharedPoolReport, pool: String) {
    entries =
      report.resources.map { Self.line($0, pool) }
      + report.line.enumerated().map { Self.line($1, place: $0 + 1, pool) }
    var head = JSONLine("pool").with("pool", pool)
    for state in SharedPoolReport.State.allCases {
      head = head.with(state.rawValue, report.count(of: state))
    }
    let rules = report.settings
    head = head.with("waiting", report.waiting).with("timeToLive", rules.timeToLive)
      .with("margin", rules.effectiveMargin).with("grace", rules.effectiveGrace)
      .with("maximumHold", rules.maximumHold).with("onExpiry", rules.onExpiry.rawValue)
      .with("ageing", rules.ageing).with("logLength", rules.logLength)
    lines = [head.text] + entries
  }

  private static func line(_ resource: SharedPoolReport.Resource, _ pool: String) -> String {
    var line = JSONLine("resource").with("pool", pool).with("name", resource.name)
      .with("state", resource.state.rawValue).with("labels", resource.labels)
      .with("shows", resource.shows).with("reason", resource.reason)
    if let holder = resource.holder {
      line = line.with("request", holder.request.description).with("fence", holder.fence.number)
        .with(holder.session).with("held", holder.held).with("remaining", holder.remaining)
    }
    return line.text
  }

  private static func line(
    _ waiter: SharedPoolReport.Waiter, place: Int, _ pool: String
  ) -> String {
    JSONLine("waiting").with("pool", pool).with("place", place)
      .with("request", waiter.request.description).with("wants", waiter.wants)
      .with("priority", waiter.priority).with(waiter.session).with("waited", waiter.waited).text
  }
}
#endif
