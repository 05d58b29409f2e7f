/// The state shared by the encoders of one document.
final class StateEncodingSession {
  @exclusivity(unchecked) var names = StateNames()
  /// The first error in a function that cannot throw.
  private(set) var failure: EncodingError?
  private var spares: [StateEncoder] = []

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

  /// The spare encoders retain the session.
  func end() { spares = [] }

  func document(_ value: [UInt8]) -> [UInt8] {
    var document: [UInt8] = []
    document.reserveCapacity(value.count + 1 + names.names.count * 12)
    document.appendNumber(UInt64(names.names.count))
    for name in names.names { document.appendText(name) }
    document.append(contentsOf: value)
    return document
  }
}
