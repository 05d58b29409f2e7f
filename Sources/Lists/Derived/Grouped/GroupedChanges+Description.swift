extension GroupedChanges: CustomStringConvertible {
  /// The numbers of rows in each section and all changes in one line, as in `[2, 1, 3] → [2, 2]:
  /// sections −[1] rows −[0.1] moved [2.0→0.1]`.
  public var description: String {
    var text = "\(oldCounts) → \(newCounts):"
    if isReset { return text + " reset" }
    if isEmpty { return text + " nothing" }
    if !sections.isEmpty { text += " sections" }
    if !sections.removals.isEmpty { text += " −\(sections.removals)" }
    if !sections.insertions.isEmpty { text += " +\(sections.insertions)" }
    guard !removals.isEmpty || !insertions.isEmpty || !moves.isEmpty || !updates.isEmpty else {
      return text
    }
    text += " rows"
    if !removals.isEmpty { text += " −\(removals)" }
    if !insertions.isEmpty { text += " +\(insertions)" }
    if !moves.isEmpty { text += " moved \(moves)" }
    if !updates.isEmpty { text += " updated \(updates)" }
    return text
  }
}

extension GroupedTransition: CustomStringConvertible {
  /// Both versions, the origins of the edits, and the changes, as in `From version 2 to version 3,
  /// by desk: [2] → [3]: rows +[0.2]`.
  public var description: String {
    "From version \(old.version) to version \(new.version), by \(origins): \(changes)"
  }
}
