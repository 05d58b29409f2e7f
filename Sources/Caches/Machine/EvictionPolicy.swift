internal import StageFloor

/// Decides which entries a cache evicts, and in which order: S3-FIFO, weighted by bytes.
///
/// Entries are *slots*: small numbers that the policy assigns. The small queue adapts as in ARC,
/// and an admission test is as in LIRS:
///
/// - New entries join the *small* queue. One that is hit twice there moves to the *main* queue when
/// it reaches the end of the small one; otherwise it is evicted. So a scan leaves the main queue
/// alone. In the main queue, an entry gets another round for each hit, up to three.
///
/// - Hashes of evicted entries are remembered for a while, in the *ghost* table. One that returns
/// joins the main queue if the oldest entry there has been unused for longer. Otherwise it is new
/// again, so a loop over more entries than fit keeps some instead of replacing all; up to about
/// twice as many, then the returning entry is forgotten.
///
/// - The small queue has a tenth of the capacity at first. Each return shows which queue was too
/// short, and moves the border: see ``queue(forNew:hash:)``.
///
/// A hit costs no more than a counter and a time stamp.
@usableFromInline
struct EvictionPolicy: Sendable {
  @usableFromInline
  enum Place: UInt32, Sendable {
    /// Free, or being replaced.
    case nowhere
    case small
    case main
  }

  @usableFromInline
  struct Record: Sendable {
    var bytes: Int
    var hash: UInt32
    /// The time of its last request in the upper 28 bits, then its queue, then its hits: a hit
    /// writes one word.
    @usableFromInline var use: UInt32

    @usableFromInline static var hitBits: UInt32 { 0b11 }
    @usableFromInline static var lowBits: UInt32 { 0b1111 }

    init(bytes: Int, hash: UInt32, used: UInt32) {
      self.bytes = bytes
      self.hash = hash
      use = used
    }

    var used: UInt32 { use & ~Self.lowBits }

    /// Since its last round, at most three.
    var hits: UInt32 {
      get { use & Self.hitBits }
      set { use = use & ~Self.hitBits | newValue }
    }

    var place: Place {
      get { Place(rawValue: use >> 2 & 0b11) ?? .nowhere }
      set { use = use & ~0b1100 | newValue.rawValue << 2 }
    }

    @inlinable
    @inline(__always)
    mutating func hit(at now: UInt32) {
      let low = use & Self.lowBits
      use = now | (low & Self.hitBits == Self.hitBits ? low : low + 1)
    }
  }

  struct Queue: Sendable {
    private(set) var slots = IndexLinks.Ends()
    private(set) var bytes = 0

    var count: Int { slots.count }

    mutating func append(_ slot: Int, _ links: inout IndexLinks, bytes: Int) {
      links.append(slot, to: &slots)
      self.bytes += bytes
    }

    mutating func remove(_ slot: Int, _ links: inout IndexLinks, bytes: Int) {
      links.remove(slot, from: &slots)
      self.bytes -= bytes
    }
  }

  /// Not one: a scan may read each key twice in succession, say a thumbnail and then the details.
  static var hitsToStay: UInt32 { 2 }

  /// What an insertion adds to the time; the bits below are those of ``Record/use``.
  static var tick: UInt32 { 0b1_0000 }

  /// For insertions; entries that already exist may exceed it.
  var maximumBytes: Int
  let maximumCount: Int
  @usableFromInline var records: [Record] = []
  var links = IndexLinks()
  var small = Queue()
  var main = Queue()
  /// What the small queue may use of the capacity while the main one needs the rest.
  var smallShare = Self.firstShare
  /// In multiples of ``tick``; it may wrap around.
  @usableFromInline var now: UInt32 = 0
  /// The top of a stack that needs no memory of its own.
  var freeSlot: Int?
  var ghost = GhostTable()

  init(maximumBytes: Int, maximumCount: Int) {
    self.maximumBytes = maximumBytes
    self.maximumCount = maximumCount
  }

  var bytes: Int { small.bytes + main.bytes }

  var count: Int { small.count + main.count }

  /// Including free ones.
  var slotCount: Int { records.count }

  func bytes(of slot: Int) -> Int { records[slot].bytes }
  @usableFromInline func hash(of slot: Int) -> UInt32 { records[slot].hash }
  func place(of slot: Int) -> Place { records[slot].place }

  /// None can while the cache has not yet shrunk to a lowered limit: otherwise one insertion would
  /// have to evict everything above the limit.
  @usableFromInline
  func accepts(_ bytes: Int) -> Bool {
    bytes <= maximumBytes && maximumCount > 0 && self.bytes <= maximumBytes
  }

  @inlinable
  @inline(__always)
  mutating func hit(_ slot: Int) {
    records[slot].hit(at: now)
  }

  /// There must be room: see ``victim(toFit:)``.
  @usableFromInline
  mutating func insert(_ bytes: Int, hash: UInt32, at place: Place) -> Int {
    now &+= Self.tick
    let record = Record(bytes: bytes, hash: hash, used: now)
    let slot: Int
    if let free = links.pop(from: &freeSlot) {
      slot = free
      records[slot] = record
    } else {
      slot = records.count
      records.append(record)
    }
    join(place, slot)
    return slot
  }

  @usableFromInline
  mutating func remove(_ slot: Int) {
    leave(slot)
    links.push(slot, onto: &freeSlot)
  }

  /// Keeps the slot of an entry that is being replaced, for ``reinsert(_:_:at:)``.
  @usableFromInline
  mutating func withdraw(_ slot: Int) -> Place {
    let place = records[slot].place
    leave(slot)
    return place
  }

  /// As the newest of its queue, which counts as a hit.
  @usableFromInline
  mutating func reinsert(_ slot: Int, _ bytes: Int, at place: Place) {
    records[slot].bytes = bytes
    hit(slot)
    join(place, slot)
  }

  mutating func removeAll() {
    self = EvictionPolicy(maximumBytes: maximumBytes, maximumCount: maximumCount)
  }
}

// MARK: Queues

extension EvictionPolicy {
  mutating func join(_ place: Place, _ slot: Int) {
    records[slot].place = place
    let bytes = records[slot].bytes
    if place == .small {
      small.append(slot, &links, bytes: bytes)
    } else {
      main.append(slot, &links, bytes: bytes)
    }
  }

  mutating func leave(_ slot: Int) {
    let bytes = records[slot].bytes
    if records[slot].place == .small {
      small.remove(slot, &links, bytes: bytes)
    } else {
      main.remove(slot, &links, bytes: bytes)
    }
    records[slot].place = .nowhere
  }
}
