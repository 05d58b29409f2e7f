#if PostgreSQL || PostgresNIO
@_spi(Store) internal import StagecraftSharedPools

extension SharedPoolSettings {
  init(_ reply: PostgresReply.Settings) {
    self.init(
      timeToLive: .microseconds(reply.timeToLive),
      margin: reply.margin.map { .microseconds($0) },
      grace: reply.grace.map { .microseconds($0) },
      maximumHold: reply.maximumHold.map { .microseconds($0) },
      onExpiry: reply.onExpiry, ageing: .microseconds(reply.ageing),
      logLength: reply.logLength)
  }
}

extension LendingEvent {
  init(_ reply: PostgresReply.Event) {
    self.init(
      number: reply.number, time: reply.time, kind: reply.kind, resource: reply.resource,
      request: reply.request, fence: reply.fence.map { Fence($0) }, detail: reply.detail)
  }
}

extension SharedPoolReport {
  init(_ reply: PostgresReply.Report) {
    self.init(
      settings: SharedPoolSettings(reply.settings),
      resources: reply.resources.map { Resource($0) }, line: reply.line.map { Waiter($0) },
      waiting: reply.waiting, events: reply.events)
  }
}

extension SharedPoolReport.Resource {
  init(_ reply: PostgresReply.Report.Resource) {
    self.init(
      name: reply.name, labels: Labels(reply.labels), state: reply.state, shows: reply.shows,
      reason: reply.reason,
      holder: reply.holder.map { holder in
        SharedPoolReport.Holder(
          request: holder.request, session: holder.session, fence: Fence(holder.fence),
          held: .microseconds(holder.held), remaining: .microseconds(holder.remaining))
      })
  }
}

extension SharedPoolReport.Waiter {
  init(_ reply: PostgresReply.Report.Waiter) {
    self.init(
      request: reply.request, session: reply.session,
      wants: reply.wants.map { want in
        Want(Labels(want.labels), count: want.count, preferring: want.preferring)
      },
      priority: reply.priority, waited: .microseconds(reply.waited))
  }
}
#endif
