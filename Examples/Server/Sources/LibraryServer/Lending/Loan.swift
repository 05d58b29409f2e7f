package import Stagecraft

/// A copy that a reader has.
package struct Loan: Codable, Sendable {
  package var copy: String
  package var reader: String
  /// The number of the loan, which is larger than those of all loans before it.
  ///
  /// In JSON it is text, because JavaScript rounds numbers of 63 bits.
  package var fence: Fence

  package init(copy: String, reader: String, fence: Fence) {
    self.copy = copy
    self.reader = reader
    self.fence = fence
  }

  private enum Key: String, CodingKey { case copy, reader, fence }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    copy = try values.decode(String.self, forKey: .copy)
    reader = try values.decode(String.self, forKey: .reader)
    fence = Fence(try values.decode(String.self, forKey: .fence)) ?? Fence(0)
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(copy, forKey: .copy)
    try values.encode(reader, forKey: .reader)
    try values.encode("\(fence)", forKey: .fence)
  }
}

/// A book, and how many of its copies are free.
package struct BookStock: Codable, Sendable {
  package var id: Int
  package var title: String
  package var author: String
  package var copies: Int
  package var free: Int
}

/// Those who are ahead of a reader.
package struct Holders: Codable, Sendable {
  package struct Copy: Codable, Sendable {
    package var copy: String
    package var reader: String
    /// The replica that keeps the loan.
    package var at: String
    /// How long the reader has it.
    package var seconds: Int
  }

  package var copies: [Copy]
  /// The number of requests in line, of all replicas.
  package var waiting: Int
}

/// All copies of a book are lent.
package struct NoCopyFree: Error {
  package var holders: Holders
}

/// A loan has ended, or is kept by another replica.
package struct LoanEnded: Error {
  package var fence: Fence
}
