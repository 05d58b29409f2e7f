internal import Foundation

/// The index of a shelf, rendered: a small allocation for each of its cards.
final class ShelfIndex: @unchecked Sendable {  // guard: written by the initialiser only
  let bytes: Int
  private let cards: [UnsafeMutableRawPointer]

  init(cards count: Int, using generator: inout SeededGenerator) {
    var total = 0
    cards = (0..<count).map { _ in
      let size = 48 + Int(generator.next() & 255)
      let card = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
      memset(card, 0x2E, size)
      // What the heap adds to it.
      total += (size + 8 + 15) & ~15
      return card
    }
    bytes = total + count * MemoryLayout<UnsafeMutableRawPointer>.stride
  }

  deinit {
    for card in cards { card.deallocate() }
  }
}
