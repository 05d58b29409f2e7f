/// The field names that occur in a document, each once.
///
/// The structures in an array have the same fields in the same order. So a lookup first tries the
/// name that followed the previous one the last time, and seldom needs to hash.
struct StateNames {
  private(set) var names: [String] = []
  private var places: [StateName: Int] = [:]
  private var successors: [Int] = []
  private var last = -1

  /// The maximum number of names, so that reading a document does not need many times its memory.
  static let maximumCount = 1 << 16

  /// Returns the index of a name, which is added if it is new.
  mutating func place(of name: String) -> Int {
    if last >= 0 {
      let guess = successors[last]
      if guess >= 0, names[guess].hasSameBytes(as: name) {
        last = guess
        return guess
      }
    }
    let place = places[StateName(text: name)] ?? add(name)
    if last >= 0 { successors[last] = place }
    last = place
    return place
  }

  private mutating func add(_ name: String) -> Int {
    let place = names.count
    names.append(name)
    successors.append(-1)
    places[StateName(text: name)] = place
    return place
  }
}
