extension ListChanges: CustomStringConvertible {
  /// The counts and all changes in one line, as in `3 → 3: −[1] +[2] moved [2→0] updated [0→1]`.
  public var description: String {
    var text = "\(oldCount) → \(newCount):"
    if isReset { text += " reset" }
    if !removals.isEmpty { text += " −\(removals)" }
    if !insertions.isEmpty { text += " +\(insertions)" }
    if !moves.isEmpty { text += " moved \(moves)" }
    if !updates.isEmpty { text += " updated \(updates)" }
    return isEmpty ? text + " nothing" : text
  }
}
