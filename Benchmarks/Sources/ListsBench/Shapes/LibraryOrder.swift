internal import Foundation

/// A reader's order of a book, as the desk shows it.
protocol LibraryOrder: Identifiable, Equatable, Sendable where ID == UUID {
  init(id: UUID, step: Int)

  /// The progress of the order.
  var step: Int { get }
}

extension LibraryOrder {
  /// The order with this number, always the same.
  init(number: Int) {
    self.init(id: UUID(number: number), step: number)
  }

  /// The same order in its next state.
  var advanced: Self { Self(id: id, step: step &+ 1) }

  /// Orders with the numbers in a range.
  static func orders(_ numbers: Range<Int>) -> [Self] { numbers.map(Self.init(number:)) }
}

extension UUID {
  /// The id with this number, computed so that choosing a random order reads no memory.
  init(number: Int) {
    let words = (Numbers.mixed(UInt64(number)), Numbers.mixed(UInt64(number) &+ (1 << 40)))
    self.init(uuid: unsafeBitCast(words, to: uuid_t.self))
  }
}
