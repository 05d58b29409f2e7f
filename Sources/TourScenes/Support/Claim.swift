internal import Foundation

/// What a scene claims, and whether it holds.
struct Claim: Codable, Hashable, Sendable {
  enum Kind: String, Codable, Sendable {
    /// Of Stagecraft.
    case promise
    /// Of the textbook's way.
    case observation
  }

  let scene: String
  /// The heading under which it is printed.
  let part: String
  let kind: Kind
  let claim: String
  let holds: Bool

  /// On one line, with the names of the properties in their order.
  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = (try? encoder.encode(self)) ?? Data()
    return String(decoding: data, as: UTF8.self)
  }
}
