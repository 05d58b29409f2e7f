extension ListTransition: CustomStringConvertible {
  /// Both versions, the origins of the edits, and the changes, as in `From version 2 to version 3,
  /// by desk: 3 → 3: −[1] +[2]`.
  public var description: String {
    "From version \(old.version) to version \(new.version), by \(origins): \(changes)"
  }
}
