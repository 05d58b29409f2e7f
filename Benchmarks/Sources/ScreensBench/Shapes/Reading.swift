internal import Foundation

/// State of about 64 KiB, in one of its typical shapes.
enum Reading {
  /// A long text.
  static let text = String(repeating: "On this page I thought of the sea. ", count: 1_850)

  /// Many small values.
  static let marks = (0..<1_500).map { number in
    Mark(book: number, page: number * 3 % 400, note: "Note \(number)", isRead: number % 2 == 0)
  }

  /// Bytes in a foreign encoding.
  static let bytes = (0..<64_500).map { UInt8(truncatingIfNeeded: $0 &* 31) }

  /// The same as Foundation's type.
  static let data = Data(bytes)

  /// The same in an array of another type.
  static let contiguousBytes = ContiguousArray(bytes)

  struct Mark: Codable, Hashable, Sendable {
    var book: Int
    var page: Int
    var note: String
    var isRead: Bool
  }
}
