/// A waiting request in the order of the line.
struct MemoryWaiter: Comparable, Sendable {
  var place: LendingPlace
  var id: LendingID

  init(_ request: LendingRequestRecord) {
    place = request.place
    id = request.id
  }

  /// A place after which a waiter is searched.
  init(after place: LendingPlace) {
    self.place = place
    id = LendingID(high: 0, low: 0)
  }

  static func < (left: Self, right: Self) -> Bool { left.place < right.place }
  static func == (left: Self, right: Self) -> Bool { left.place == right.place }
}

/// A free resource in the order in which it is lent.
struct MemoryFree: Comparable, Sendable {
  var freedAt: Int64
  var ordinal: Int

  static func < (left: Self, right: Self) -> Bool {
    (left.freedAt, left.ordinal) < (right.freedAt, right.ordinal)
  }
}

/// Something that ends or has ended at an instant; of those at one instant, by ticket and then
/// identifier.
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

/// The resources that fit a label set, or that show an affinity key.
struct MemoryStock: Sendable {
  var free = SortedChunks<MemoryFree>()
  /// The ordinals of those that are not retired, and will not be when they are returned.
  var stock = SortedChunks<Int>()

  var isEmpty: Bool { free.isEmpty && stock.isEmpty }
}

/// A set of labels that requests want.
struct MemoryLabelSet: Sendable {
  var labels: Labels
  var fitting = MemoryStock()
  /// The kinds of recorded requests that contain it.
  var kinds: Set<Int> = []
  /// Those of which a request waits.
  var waitingKinds: Set<Int> = []
}

/// A kind of request.
struct MemoryKind: Sendable {
  var labelSets: [Int]
  /// The number of recorded requests of this kind.
  var requests = 0
  var waiting = SortedChunks<MemoryWaiter>()
}

/// The requests of a session, by ticket.
struct MemorySessionRequests: Sendable {
  var waiting: [Int64: LendingID] = [:]
  var granted: [Int64: LendingID] = [:]

  var isEmpty: Bool { waiting.isEmpty && granted.isEmpty }
}
