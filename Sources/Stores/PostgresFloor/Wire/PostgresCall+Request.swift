#if PostgreSQL || PostgresNIO
@_spi(Store) internal import StagecraftSharedPools

extension PostgresCall {
  init(_ call: LendingCall, in pool: String) {
    switch call {
    case .open(let settings, let session):
      self.init(
        .open,
        [
          pool, settings.map(PostgresText.json), session.id.description, session.host,
          String(session.process), session.job,
        ])
    case .ask(let ask):
      self.init(
        .ask,
        [
          pool, ask.id.description, ask.session.description, PostgresText.shape(of: ask.wants),
          PostgresText.array(ask.wants.map(\.preferring)), PostgresText.int32(ask.priority),
          String(ask.joinsLine),
        ])
    case .renew(let batch):
      self.init(
        .renew,
        [
          pool, batch.session.description,
          PostgresText.array(batch.leases.map(\.request.description)),
          PostgresText.array(batch.leases.map(\.fence.description)),
          PostgresText.array(batch.waiting.map(\.description)),
        ])
    case .giveBack(let giving):
      var (shows, reason): (String?, String?) = (nil, nil)
      switch giving.condition {
      case .ready(let key): shows = key
      case .quarantined(let why): reason = why
      }
      self.init(
        .giveBack,
        [
          pool, giving.lease.request.description, giving.lease.fence.description,
          PostgresText.array(giving.names), shows, reason,
        ])
    case .withdraw(let id): self.init(.withdraw, [pool, id.description])
    case .sweep: self.init(.sweep, [pool])
    case .close(let session): self.init(.close, [pool, session.description])
    case .keep(let upkeep): self.init(upkeep, in: pool)
    case .report: self.init(.report, [pool])
    case .events(let number, let limit):
      self.init(.events, [pool, String(number), PostgresText.int32(limit)])
    }
  }

  private init(_ upkeep: LendingUpkeep, in pool: String) {
    switch upkeep {
    case .add(let additions):
      // Arrays of arrays have one length, so that labels are arrays as text.
      self.init(
        .add,
        [
          pool, PostgresText.array(additions.map(\.name)),
          PostgresText.array(additions.map { PostgresText.array($0.labels.all) }),
          PostgresText.array(additions.map { PostgresText.bytes($0.payload) }),
          PostgresText.array(additions.map(\.token.description)),
        ])
    case .drain(let name): self.init(.drain, [pool, name])
    case .quarantine(let name, let reason): self.init(.quarantine, [pool, name, reason])
    case .repair(let name): self.init(.repair, [pool, name])
    case .takeBack(let name, let reason, let immediately):
      self.init(.takeBack, [pool, name, reason, String(immediately)])
    case .configure(let settings): self.init(.configure, [pool, PostgresText.json(settings)])
    }
  }
}
#endif
