/// The names of fields that occur in a document, each once.
///
/// The structures in an array have the same fields in the same order. So whoever looks for a name
/// first tries the one that came after the last one the last time, and seldom needs to hash.
struct StateNames {
  private(set) var names: [String] = []
  private var places: [StateName: Int] = [:]
  private var successors: [Int] = []
  private var last = -1

  /// How many there may be: what reads them is not to need many times the memory of the document.
  static let maximumCount = 1 << 16

  /// The place of a name, which is added if it is new.
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
