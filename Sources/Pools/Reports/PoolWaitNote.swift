package import StageFloor

/// Called when a borrower begins to wait, in its task or on its thread; returns what to call there
/// when the wait has ended, with the error that it throws, if it does.
package typealias PoolWaitNote =
  @Sendable (PoolLoan.Site) -> @Sendable ((any Error)?) -> Void

extension BoundedPool {
  /// Notes each wait from now on; loans without a wait are not affected.
  package func noteWaits(_ note: @escaping PoolWaitNote) -> ObservationToken {
    core.waitNote.set(note)
  }
}

extension KeyedPool {
  /// Notes each wait from now on; loans without a wait are not affected.
  package func noteWaits(_ note: @escaping PoolWaitNote) -> ObservationToken {
    core.waitNote.set(note)
  }
}

extension PoolCore {
  final func noteWait(at mark: LoanMark) -> (@Sendable ((any Error)?) -> Void)? {
    waitNote.body?(mark.site)
  }
}
