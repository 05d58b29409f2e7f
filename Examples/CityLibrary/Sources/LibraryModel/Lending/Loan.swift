/// A copy that a reader has.
///
/// Its id is that of the copy: a copy is lent at most once.
package struct Loan: Identifiable, Hashable, Codable, Sendable {
  package var id: Copy.ID
  package var title: Title.ID
  package var reader: Reader.ID
  package var due: Day
  package var renewals: Int
  /// The fence of the lease with which it was lent: a later loan has a larger one.
  package var fence: Int

  /// Not a later loan of the same copy.
  func isSame(as other: Loan) -> Bool {
    (id, reader, fence) == (other.id, other.reader, other.fence)
  }

  static let days = 28
  static let maximumRenewals = 3
}

/// A place in line for a title.
package struct Hold: Identifiable, Hashable, Codable, Sendable {
  package var id: String
  package var title: Title.ID
  package var reader: Reader.ID
  /// When the reader joined the line, in seconds since 1970.
  package var since: Double

  init(title: Title.ID, reader: Reader.ID, since: Double) {
    id = pairID(title, reader)
    (self.title, self.reader, self.since) = (title, reader, since)
  }
}

/// The key of a row of which there is one for a title and a reader.
func pairID(_ title: Title.ID, _ reader: Reader.ID) -> String { "\(title)-\(reader)" }
