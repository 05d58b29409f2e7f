internal import StageFloor

struct SessionWait: Sendable {
  enum Phase: Hashable, Sendable {
    /// The store has not answered yet. Exits: `inLine`, `late`, removed.
    case asking
    /// The request stands in the line. Exits: `asking` with a new identifier, `late`, removed.
    case inLine
    /// It was granted so long ago that its lease must be renewed first. Exits: `asking` with a new
    /// identifier, removed.
    case late
  }

  /// The request, with a new identifier if the store has ended the former one.
  var ask: LendingAsk
  var phase = Phase.asking
  var startedAt: Int64
  var timeout: Timer?
  /// The send of the ask, while it is under way or is to be repeated.
  var send: UInt64?
  /// Whether a notification has come since the ask was sent, so that its answer may be outdated.
  var wasNotified = false
  /// Whether a notification has come since the request joined the line.
  var wasAnnounced = false
  var lastError: LeaseStoreError?
}

struct SessionLease: Sendable {
  let key: LendingKey
  var names: Set<String>
  /// Whether some of its resources were returned on their own.
  var isDivided = false
  var grantedAt: Int64
  var deadline: Int64
  /// When the latest of the answered requests about it was sent.
  var answeredAt: Int64
  var isFinal = false
  /// Why the holder is notified that the lease ends, once it is.
  var notice: LeaseLoss?
  var end: LendingEnd?
  var watchers: [UInt64] = []
  var timer: Timer?

  /// The deadline that an answer gives.
  ///
  /// The lease lives at least this long, because the answer was decided after the request was sent.
  /// A hundredth is taken off, because clocks drift.
  static func deadline(sentAt: Int64, remaining: Int64) -> Int64 {
    sentAt + remaining - remaining / 100
  }
}

struct SessionSend: Sendable {
  enum Purpose: Hashable, Sendable {
    case open
    case ask(wait: UInt64)
    case withdraw
    case giveBack
    case renew
    /// A renewal for the head of the line, while the store cannot notify.
    case poll
    case sweep
    case confirm(lease: UInt64)
    case call(isRepeatable: Bool)
    case close
  }

  var call: LendingCall
  var purpose: Purpose
  var waiter: UInt64?
  /// Ends the wait, but not the repetition.
  var waiterTimer: Timer?
  var sentAt: Int64 = 0
  var attempts = 0
  var giveUpAt: Int64 = .max
  /// Whether it is an ask whose wait has ended without a lease.
  var isAbandoned = false
  /// The pause before it is repeated; `nil` while it is under way.
  var pause: Timer?
}

struct Timer: Sendable {
  enum Target: Hashable, Sendable {
    case wait(UInt64)
    case lease(UInt64)
    case send(UInt64)
    case caller(UInt64)
    case close
    case notification(LendingID)
  }

  let ticket: DeadlineHeap.Ticket
}
