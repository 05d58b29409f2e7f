#if SQLite || PostgreSQL
@_spi(Store) import StagecraftSharedPools

extension Borrowed {
  init(_ leases: [FencedLease<[UInt8]>], of pool: SharedPool<[UInt8]>) {
    let first = leases[0]
    self.init(
      resources: leases.map { Resource(name: $0.name, labels: $0.labels, payload: $0.resource) },
      key: first.key, margin: pool.settings.effectiveMargin,
      remaining: { leases.map(\.remaining).min() ?? .zero },
      loss: { await first.loss },
      release: { for lease in leases { await lease.release() } })
  }
}

extension LendFailure {
  init(_ error: SharedPoolError) {
    let code: Int32 =
      switch error.code {
      case .timedOut: ExitCode.timedOut
      case .lost: ExitCode.lost
      case .impossible, .refused: ExitCode.refused
      case .unreachable, .unusable, .closed: ExitCode.unreachable
      }
    self.init(code, String(describing: error))
    if let error = error.storeError { self = LendFailure(error) }
  }
}
#endif
