package import Stagecraft

extension Catalogue.Order {
  /// What is before A, the letters, and what is behind Z, such as Chinese names.
  package static let letters = Array("#ABCDEFGHIJKLMNOPQRSTUVWXYZ…")

  /// The letter under which a title is found; nil if the order is not one of names.
  package func letter(of title: Title) -> Character? {
    let byte: UInt8
    switch self {
    case .popular, .newest: return nil
    case .title: byte = title.search.firstByteOfName
    case .author: byte = title.search.firstByteOfSurname
    }
    let (a, z) = (UInt8(ascii: "a"), UInt8(ascii: "z"))
    return Self.letters[Int(min(max(byte, a - 1), z + 1) - (a - 1))]
  }

  /// The first title of each letter among titles in this order.
  ///
  /// - Complexity: O(log *n*) for each letter.
  package func firstTitles(of rows: ListSnapshot<Title>) -> [Character: Title.ID] {
    var first: [Character: Title.ID] = [:]
    var position = 0
    while position < rows.count, let letter = letter(of: rows[position]) {
      if first[letter] == nil { first[letter] = rows[position].id }
      var (low, high) = (position + 1, rows.count)
      while low < high {
        let middle = (low + high) / 2
        if self.letter(of: rows[middle]) == letter { low = middle + 1 } else { high = middle }
      }
      position = low
    }
    return first
  }
}
