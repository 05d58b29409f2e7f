internal import StageFloor

extension PoolCore {
  /// A borrower's request that may have to wait.
  struct PendingRequest {
    var request: Machine.Request
    var borrower: Borrower
    /// The maximum wait in nanoseconds, or nil for no limit.
    var patience: Int64?
    /// Whether the borrower checks its deadline itself, so that the pool need not.
    var watchesItsDeadline = false
    /// The time of the first request; 0 until it had to wait.
    private(set) var since: Int64 = 0
    /// The deadline, if the borrower checks it itself.
    private(set) var ownDeadline: Int64?
    /// The number of returns when the wait began.
    var returnsBefore = 0

    init(_ kind: Machine.Line.Kind, for borrower: Borrower, patience: Int64?) {
      self.borrower = borrower
      self.patience = patience
      request = Machine.Request(kind: kind, patience: patience == 0 ? .none : .until(nil))
    }

    /// Records the time of the request, from which its timeout counts.
    mutating func begin(at now: Int64) {
      guard since == 0, now != 0 else { return }
      since = now
      guard let patience, patience > 0 else { return }
      if watchesItsDeadline {
        ownDeadline = now + patience
      } else {
        request.patience = .until(now + patience)
      }
    }
  }

  /// A granted element that proved unfit before its borrower specified its timeout.
  @usableFromInline
  struct Refusal {
    var slot: SlotRef
    var reason: PoolDiscardReason
    /// The borrower's place among all requests.
    var turn: Int
    /// The time at which the borrower was granted the element.
    var since: Int64
  }

  /// Converts a timeout to nanoseconds: 0 for not waiting, nil for no limit.
  final func limit(of timeout: PoolTimeout) -> Int64? {
    switch timeout.limit {
    case .configured: defaultPatience
    case .unlimited: nil
    case .after(let duration): max(0, duration.wholeNanoseconds)
    }
  }
}
