/// Something that a screen wanted to save, and that is not in the archive.
public struct ArchiveOmission: Hashable, Sendable {
  /// Where the screen is: the names and places on the way to it, such as "window/tabs[0]/book[1]".
  ///
  /// A container without a name is called by its kind.
  public var path: String
  /// How many of the user's moves are between it and the screen that is seen.
  public var distance: Int
  /// What was left out.
  public var omission: StateOmission
}

extension ArchiveOmission: CustomStringConvertible {
  /// One sentence.
  public var description: String { "\(path): \(omission)" }
}
