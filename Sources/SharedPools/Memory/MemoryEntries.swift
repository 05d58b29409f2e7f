struct MemoryWaiter: Comparable, Sendable {
  var place: LendingPlace
  var id: LendingID

  init(_ request: LendingRequestRecord) {
    place = request.place
    id = request.id
  }

  init(after place: LendingPlace) {
    self.place = place
    id = LendingID(high: 0, low: 0)
  }

  static func < (left: Self, right: Self) -> Bool { left.place < right.place }
  static func == (left: Self, right: Self) -> Bool { left.place == right.place }
}

struct MemoryFree: Comparable, Sendable {
  var freedAt: Int64
  var ordinal: Int

  static func < (left: Self, right: Self) -> Bool {
    (left.freedAt, left.ordinal) < (right.freedAt, right.ordinal)
  }
}

/// Ordered by instant, then ticket, then identifier.
struct MemoryEnd: Comparable, Sendable {
  var instant: Int64
  var ticket: Int64
  var id: LendingID

  init(_ request: LendingRequestRecord, _ instant: Int64) {
    self.instant = instant
    ticket = request.place.ticket
    id = request.id
  }

  init(_ session: LendingSessionRecord) {
    instant = session.presentUntil
    ticket = 0
    id = session.session.id
  }

  static func < (left: Self, right: Self) -> Bool {
    (left.instant, left.ticket, left.id.high, left.id.low)
      < (right.instant, right.ticket, right.id.high, right.id.low)
  }
}

struct MemoryStock: Sendable {
  var free = SortedChunks<MemoryFree>()
  /// The ordinals of those that are not retired, and will not be when they are returned.
  var stock = SortedChunks<Int>()

  var isEmpty: Bool { free.isEmpty && stock.isEmpty }
}

struct MemoryLabelSet: Sendable {
  var labels: Labels
  var fitting = MemoryStock()
  var kinds: Set<Int> = []
  var waitingKinds: Set<Int> = []
}

struct MemoryKind: Sendable {
  var labelSets: [Int]
  var requests = 0
  var waiting = SortedChunks<MemoryWaiter>()
}

struct MemorySessionRequests: Sendable {
  var waiting: [Int64: LendingID] = [:]
  var granted: [Int64: LendingID] = [:]

  var isEmpty: Bool { waiting.isEmpty && granted.isEmpty }
}
