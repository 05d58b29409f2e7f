import StageFloor
import Testing

@testable import StagecraftCaches
@testable import StagecraftMemory

extension EvictionPolicy {
  var smallSlots: [Int] { Array(IndexList(links: links, ends: small.slots)) }
  var mainSlots: [Int] { Array(IndexList(links: links, ends: main.slots)) }

  /// Checks the invariants, which hold after each call.
  func checkInvariants(_ comment: @autoclosure () -> String) throws {
    let (small, main) = (smallSlots, mainSlots)
    try #require(Set(small + main).count == small.count + main.count, "\(comment())")
    try #require(small.allSatisfy { place(of: $0) == .small }, "\(comment())")
    try #require(main.allSatisfy { place(of: $0) == .main }, "\(comment())")
    let placed = (0..<slotCount).count { place(of: $0) != .nowhere }
    try #require(placed == count, "\(comment())")
    try #require(small.count == self.small.count && main.count == self.main.count, "\(comment())")
    let sum = (small + main).reduce(0) { $0 + bytes(of: $1) }
    try #require(Self.shares.contains(smallShare), "\(comment())")
    try #require(sum == bytes && bytes <= maximumBytes && count <= maximumCount, "\(comment())")
    try #require(records.allSatisfy { $0.hits <= 3 }, "\(comment())")
  }

  /// Makes room for an entry and inserts it; returns its slot and the evicted ones.
  mutating func admit(_ bytes: Int, _ hash: UInt32) -> (slot: Int, gone: [Int]) {
    let queue = queue(forNew: bytes, hash: hash)
    var gone: [Int] = []
    while let slot = victim(toFit: bytes) { gone.append(slot) }
    return (insert(bytes, hash: hash, at: queue), gone)
  }
}
