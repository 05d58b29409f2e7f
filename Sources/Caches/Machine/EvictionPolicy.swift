internal import StageFloor

/// Decides which entries a cache evicts, and in which order.
///
/// Entries are *slots*: small numbers that the policy assigns, each with a size in bytes. The cache
/// stores keys and values under these numbers.
///
/// The algorithm is S3-FIFO, weighted by bytes. New entries join the *small* queue, which has a
/// tenth of the capacity. An entry that is hit there moves to the *main* queue when it reaches the
/// end of the small one; one that is not hit is evicted, and only its hash is remembered for a
/// while, in the *ghost* table. An entry found in the ghost table joins the main queue directly. In
/// the main queue, an entry gets another round for each hit, up to three. So a long scan of keys
/// that are requested once passes through the small queue and leaves the main one alone, and a hit
/// costs no more than a counter.
@usableFromInline
struct EvictionPolicy: Sendable {
  /// The queue of a slot.
  @usableFromInline
  enum Place: UInt8, Sendable {
    /// In no queue: free, or being replaced.
    case nowhere
    /// In the queue of new entries.
    case small
    /// In the queue of entries that were hit.
    case main
  }

  /// The state of a slot.
  @usableFromInline
  struct Record: Sendable {
    var bytes: Int
    var hash: UInt32
    /// The hits since its last round, at most three.
    @usableFromInline var hits: UInt8
    var place: Place
  }

  /// Slots in insertion order, the oldest first.
  struct Queue: Sendable {
    private(set) var slots = IndexLinks.Ends()
    /// The total size of its entries.
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

  @usableFromInline static var mostHits: UInt8 { 3 }
  /// The number of hits in the small queue needed to move to the main one.
  static var hitsToStay: UInt8 { 1 }

  /// The maximum total size for insertions; entries that already exist may exceed it.
  var maximumBytes: Int
  let maximumCount: Int
  @usableFromInline var records: [Record] = []
  /// The neighbours of each slot in its queue.
  private(set) var links = IndexLinks()
  private(set) var small = Queue()
  private(set) var main = Queue()
  /// The free slot to use next, the top of a stack that needs no memory of its own.
  private var freeSlot: Int?
  private(set) var ghost = GhostTable()

  init(maximumBytes: Int, maximumCount: Int) {
    self.maximumBytes = maximumBytes
    self.maximumCount = maximumCount
  }

  /// The total size of the entries, in bytes.
  var bytes: Int { small.bytes + main.bytes }

  /// The number of entries.
  var count: Int { small.count + main.count }

  /// The number of slots, including free ones.
  var slotCount: Int { records.count }

  func bytes(of slot: Int) -> Int { records[slot].bytes }
  @usableFromInline func hash(of slot: Int) -> UInt32 { records[slot].hash }
  func place(of slot: Int) -> Place { records[slot].place }

  /// Returns whether an entry of this size can be kept at all.
  ///
  /// None can while the cache has not yet shrunk to a lowered limit: otherwise one insertion would
  /// have to evict everything above the limit.
  @usableFromInline
  func accepts(_ bytes: Int) -> Bool {
    bytes <= maximumBytes && maximumCount > 0 && self.bytes <= maximumBytes
  }

  /// Records a hit.
  @inlinable
  @inline(__always)
  mutating func hit(_ slot: Int) {
    if records[slot].hits < Self.mostHits { records[slot].hits += 1 }
  }

  /// Adds an entry, for which there must be room: see ``victim(toFit:)``.
  ///
  /// - Returns: Its slot.
  @usableFromInline
  mutating func insert(_ bytes: Int, hash: UInt32) -> Int {
    let place: Place = ghost.recall(hash, among: count) ? .main : .small
    let record = Record(bytes: bytes, hash: hash, hits: 0, place: .nowhere)
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

  /// Removes an entry and frees its slot.
  @usableFromInline
  mutating func remove(_ slot: Int) {
    leave(slot)
    links.push(slot, onto: &freeSlot)
  }

  /// Takes an entry that is being replaced out of its queue, but keeps its slot.
  ///
  /// - Returns: Its queue, for ``reinsert(_:_:at:)``.
  @usableFromInline
  mutating func withdraw(_ slot: Int) -> Place {
    let place = records[slot].place
    leave(slot)
    return place
  }

  /// Puts a replaced entry back as the newest of its queue, which counts as a hit.
  @usableFromInline
  mutating func reinsert(_ slot: Int, _ bytes: Int, at place: Place) {
    records[slot].bytes = bytes
    hit(slot)
    join(place, slot)
  }

  /// Removes all entries, and forgets the ghosts.
  mutating func removeAll() {
    self = EvictionPolicy(maximumBytes: maximumBytes, maximumCount: maximumCount)
  }
}

// MARK: Evicting

extension EvictionPolicy {
  /// Evicts an entry, if necessary, so that one of this size fits.
  ///
  /// Call it until it returns nil. The slot is free; its record can be read until the next
  /// insertion.
  @usableFromInline
  mutating func victim(toFit bytes: Int) -> Int? {
    // No overflow: neither is more than the limit.
    guard self.bytes > maximumBytes - bytes || count >= maximumCount else { return nil }
    return evict(smallBytes: maximumBytes / 10, smallCount: maximumCount / 10, remembered: .new)
  }

  /// Evicts the coldest entry while the cache shrinks to this number of bytes.
  ///
  /// The capacity of the small queue shrinks accordingly. The caller decides when enough is
  /// evicted.
  mutating func victim(toShrinkTo bytes: Int) -> Int? {
    // Entries of the main queue that are evicted only for lack of memory are remembered too.
    // Nothing is remembered when the cache is emptied: that would take memory just when the last of
    // it is to be freed.
    evict(smallBytes: bytes / 10, smallCount: .max, remembered: bytes > 0 ? .all : .none)
  }

  private enum Remembered {
    case none, new, all
  }

  private mutating func evict(
    smallBytes: Int, smallCount: Int, remembered: Remembered
  ) -> Int? {
    // This ends: each round evicts an entry, or takes at least one hit from one.
    while count > 0 {
      let isSmallFull =
        small.count > 0 && (small.bytes >= smallBytes || small.count >= max(smallCount, 1))
      let place: Place = isSmallFull || main.count == 0 ? .small : .main
      guard let slot = place == .small ? small.slots.first : main.slots.first else { break }
      let hits = records[slot].hits
      leave(slot)
      if place == .small, hits >= Self.hitsToStay {
        records[slot].hits = 0
        join(.main, slot)
      } else if place == .main, hits > 0 {
        records[slot].hits = hits - 1
        join(.main, slot)
      } else {
        if remembered == .all || remembered == .new && place == .small {
          ghost.remember(records[slot].hash, among: count + 1)
        }
        links.push(slot, onto: &freeSlot)
        return slot
      }
    }
    return nil
  }
}

// MARK: Queues

extension EvictionPolicy {
  private mutating func join(_ place: Place, _ slot: Int) {
    records[slot].place = place
    let bytes = records[slot].bytes
    if place == .small {
      small.append(slot, &links, bytes: bytes)
    } else {
      main.append(slot, &links, bytes: bytes)
    }
  }

  private mutating func leave(_ slot: Int) {
    let bytes = records[slot].bytes
    if records[slot].place == .small {
      small.remove(slot, &links, bytes: bytes)
    } else {
      main.remove(slot, &links, bytes: bytes)
    }
    records[slot].place = .nowhere
  }
}
