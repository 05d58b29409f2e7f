import Foundation

/// The name and the author of a title, folded: what the search reads, and what titles are sorted by.
///
/// Sorting 100,000 titles compares two million pairs. The first eight bytes, kept as a number, decide
/// most of them.
package struct SearchText: Hashable, Sendable {
  package let text: String
  private let name: Place
  private let surname: Place

  /// Where a part of the text begins, and its first eight bytes.
  private struct Place: Hashable, Sendable {
    let start: Int
    let key: UInt64

    init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
      self.start = start
      key = (0..<8).reduce(0) { key, offset in
        key << 8 | (start + offset < bytes.count ? UInt64(bytes[start + offset]) : 0)
      }
    }
  }

  /// Takes a folded text, of which the last word is the author's last name.
  package init(_ text: String) {
    var text = text
    (name, surname) = text.withUTF8 { bytes in
      let article = Self.articles.first { bytes.starts(with: $0) && bytes.count > $0.count }
      let space = bytes.lastIndex(of: UInt8(ascii: " ")) ?? -1
      return (Place(bytes, from: article?.count ?? 0), Place(bytes, from: space + 1))
    }
    self.text = text
  }

  /// Libraries sort “The Moonstone” under M.
  private static let articles = [
    "the ", "a ", "an ", "der ", "die ", "das ", "le ", "la ", "les ",
  ].map { Array($0.utf8) }

  /// Negative if this name is before the other one, positive if it is behind.
  func compareName(with other: SearchText) -> Int { compare(name, with: other, other.name) }

  /// The same for the author's last name.
  func compareSurname(with other: SearchText) -> Int {
    compare(surname, with: other, other.surname)
  }

  private func compare(_ mine: Place, with other: SearchText, _ others: Place) -> Int {
    if mine.key != others.key { return mine.key < others.key ? -1 : 1 }
    // Then all of it is in the key.
    if mine.key & 0xff == 0 { return 0 }
    return text.withCString { left in
      other.text.withCString { Int(strcmp(left + mine.start, $0 + others.start)) }
    }
  }

  /// By bytes, in a tenth of the time that characters take.
  func includes(_ word: String) -> Bool { text.withCString { strstr($0, word) != nil } }

  var firstByteOfName: UInt8 { UInt8(name.key >> 56) }
  var firstByteOfSurname: UInt8 { UInt8(surname.key >> 56) }
}
