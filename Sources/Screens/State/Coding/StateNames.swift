/// The names of fields that occur in a document, each once.
///
/// The structures in an array have the same fields in the same order. So whoever looks for a name
/// first tries the one that came after the last one the last time, and seldom needs to hash.
struct StateNames {
  private(set) var names: [String] = []
  private var places: [String: Int] = [:]
  private var successors: [Int] = []
  private var last = -1

  /// The place of a name, which is added if it is new.
  mutating func place(of name: String) -> Int {
    if last >= 0 {
      let guess = successors[last]
      if guess >= 0, names[guess] == name {
        last = guess
        return guess
      }
    }
    let place = places[name] ?? add(name)
    if last >= 0 { successors[last] = place }
    last = place
    return place
  }

  private mutating func add(_ name: String) -> Int {
    let place = names.count
    names.append(name)
    successors.append(-1)
    places[name] = place
    return place
  }
}
