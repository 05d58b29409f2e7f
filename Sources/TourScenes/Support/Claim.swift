internal import StageFloor

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

  /// On one line, with keys in alphabetical order.
  var json: String {
    let fields = [
      "\"claim\":\(claim.quotedForJSON)", "\"holds\":\(holds)",
      "\"kind\":\(kind.rawValue.quotedForJSON)", "\"part\":\(part.quotedForJSON)",
      "\"scene\":\(scene.quotedForJSON)",
    ]
    return "{\(fields.joined(separator: ","))}"
  }
}
