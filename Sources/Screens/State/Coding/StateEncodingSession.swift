/// What the encoders of one document share.
final class StateEncodingSession {
  @exclusivity(unchecked) var names = StateNames()
  /// What went wrong where nothing could be thrown.
  private(set) var failure: EncodingError?
  private var spares: [StateEncoder] = []

  /// Encoding does not succeed, whatever happens next.
  func fail(_ reason: String, at path: [any CodingKey]) {
    guard failure == nil else { return }
    failure = .invalidValue(
      path.last?.stringValue ?? "",
      EncodingError.Context(codingPath: path, debugDescription: reason))
  }

  func takeSpare(depth: Int) -> StateEncoder {
    guard let spare = spares.popLast() else { return StateEncoder(session: self, depth: depth) }
    spare.clear(depth: depth)
    return spare
  }

  func giveBack(_ encoder: StateEncoder) { spares.append(encoder) }

  /// Lets go of what was only kept to be used again, and which holds the session.
  func end() { spares = [] }

  /// The table of the names, and a value.
  func document(_ value: [UInt8]) -> [UInt8] {
    var document: [UInt8] = []
    document.reserveCapacity(value.count + 1 + names.names.count * 12)
    document.appendNumber(UInt64(names.names.count))
    for name in names.names { document.appendText(name) }
    document.append(contentsOf: value)
    return document
  }
}
