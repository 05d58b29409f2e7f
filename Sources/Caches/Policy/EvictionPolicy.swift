/// Decides what a cache gives up, and in which order.
///
/// It knows entries only as *slots*, small numbers that it gives out itself, each with a size in
/// bytes. The cache keeps the keys and values under these numbers.
///
/// The order is that of S3-FIFO, weighed in bytes. What is new stands in the *small* queue, which
/// gets a tenth of the room. What is hit there moves on to the *main* queue once it comes to the
/// end of the small one; what is not leaves the cache, and only its hash is remembered for a while, in
/// the *ghost*. What the ghost remembers goes directly into the main queue when it returns. In the
/// main queue, an entry that was hit has another turn for each hit, up to three. So a long scan of
/// things that are wanted once passes through the small queue and leaves the main one alone, and a
/// hit costs no more than a counter.
@usableFromInline
struct EvictionPolicy: Sendable {
  /// Where a slot stands.
  @usableFromInline
  enum Place: UInt8, Sendable {
    /// In no queue: it is free, or being replaced.
    case nowhere
    /// Among the new.
    case small
    /// Among the proven.
    case main
  }

  /// What is known of a slot.
  @usableFromInline
  struct Record: Sendable {
    var bytes: Int
    /// The neighbours in its queue, or the next free slot.
    var older: Int32
    var newer: Int32
    var hash: UInt32
    /// The hits since it has had its last turn, at most three.
    @usableFromInline var hits: UInt8
    var place: Place
  }

  /// Stands for "no slot".
  static var none: Int32 { -1 }
  @usableFromInline static var mostHits: UInt8 { 3 }
  /// How many hits in the small queue it takes to move on to the main one.
  static var hitsToStay: UInt8 { 1 }

  /// How many bytes the entries may have together; those that there are already may have more.
  var maximumBytes: Int
  let maximumCount: Int
  @usableFromInline var records: [Record] = []
  private(set) var small = Queue()
  private(set) var main = Queue()
  private(set) var ghost = GhostTable()
  private var firstFree = none

  init(maximumBytes: Int, maximumCount: Int) {
    self.maximumBytes = maximumBytes
    self.maximumCount = maximumCount
  }

  /// How many bytes the entries have together.
  var bytes: Int { small.bytes + main.bytes }

  /// How many entries there are.
  var count: Int { small.count + main.count }

  /// How many slots there are, the free ones included.
  var slotCount: Int { records.count }

  func bytes(of slot: Int) -> Int { records[slot].bytes }
  @usableFromInline func hash(of slot: Int) -> UInt32 { records[slot].hash }
  func place(of slot: Int) -> Place { records[slot].place }

  /// Whether an entry of that size can be kept at all.
  ///
  /// None can while the cache is about to shrink to a lower limit: one insertion would have to let
  /// all go that do not fit any more.
  @usableFromInline
  func accepts(_ bytes: Int) -> Bool {
    bytes <= maximumBytes && maximumCount > 0 && self.bytes <= maximumBytes
  }

  /// The entry was asked for.
  @inlinable
  @inline(__always)
  mutating func hit(_ slot: Int) {
    if records[slot].hits < Self.mostHits { records[slot].hits += 1 }
  }

  /// A new entry, for which there is room: see ``victim(toFit:)``.
  ///
  /// - Returns: its slot.
  @usableFromInline
  mutating func insert(_ bytes: Int, hash: UInt32) -> Int {
    let place: Place = ghost.recall(hash, among: count) ? .main : .small
    let slot: Int
    let record = Record(
      bytes: bytes, older: Self.none, newer: Self.none, hash: hash, hits: 0, place: .nowhere)
    if firstFree == Self.none {
      slot = records.count
      records.append(record)
    } else {
      slot = Int(firstFree)
      firstFree = records[slot].newer
      records[slot] = record
    }
    join(place, slot)
    return slot
  }

  /// The entry leaves because somebody says so, and its slot is free.
  @usableFromInline
  mutating func remove(_ slot: Int) {
    leave(slot)
    free(slot)
  }

  /// The entry is about to be replaced: it leaves its queue, and keeps its slot.
  ///
  /// - Returns: where it stood, for ``reinsert(_:_:at:)``.
  @usableFromInline
  mutating func withdraw(_ slot: Int) -> Place {
    let place = records[slot].place
    leave(slot)
    return place
  }

  /// The entry was replaced, which counts as a hit; it becomes the newest.
  @usableFromInline
  mutating func reinsert(_ slot: Int, _ bytes: Int, at place: Place) {
    records[slot].bytes = bytes
    hit(slot)
    join(place, slot)
  }

  /// All entries leave, and nothing is remembered.
  mutating func removeAll() {
    self = EvictionPolicy(maximumBytes: maximumBytes, maximumCount: maximumCount)
  }
}

// MARK: Leaving when room is short

extension EvictionPolicy {
  /// Who must go, if anybody, so that an entry of that size fits.
  ///
  /// Call it until it returns nil. The slot is free; its record can be read until the next insertion.
  @usableFromInline
  mutating func victim(toFit bytes: Int) -> Int? {
    // No overflow: neither is more than the limit.
    guard self.bytes > maximumBytes - bytes || count >= maximumCount else { return nil }
    return evict(smallBytes: maximumBytes / 10, smallCount: maximumCount / 10, remembered: .new)
  }

  /// Who goes next while the cache shrinks to so many bytes: the coldest.
  ///
  /// The share of the new shrinks with the rest. It is for the caller to see when it is enough.
  mutating func victim(toShrinkTo bytes: Int) -> Int? {
    // What has proven itself and is let go all the same is welcome again. To remember all that there
    // was takes memory, when the last of it is to be given back.
    evict(smallBytes: bytes / 10, smallCount: .max, remembered: bytes > 0 ? .all : .none)
  }

  private enum Remembered {
    case none, new, all
  }

  private mutating func evict(
    smallBytes: Int, smallCount: Int, remembered: Remembered
  ) -> Int? {
    // Ends: each round lets somebody go, or takes at least one hit from somebody.
    while count > 0 {
      let isSmallFull =
        small.count > 0 && (small.bytes >= smallBytes || small.count >= max(smallCount, 1))
      let place: Place = isSmallFull || main.count == 0 ? .small : .main
      let slot = Int(place == .small ? small.oldest : main.oldest)
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
        free(slot)
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
    if place == .small { small.append(slot, &records) } else { main.append(slot, &records) }
  }

  private mutating func leave(_ slot: Int) {
    if records[slot].place == .small {
      small.remove(slot, &records)
    } else {
      main.remove(slot, &records)
    }
    records[slot].place = .nowhere
  }

  private mutating func free(_ slot: Int) {
    records[slot].newer = firstFree
    firstFree = Int32(slot)
  }
}
