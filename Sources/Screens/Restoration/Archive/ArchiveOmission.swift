/// A value or a screen that is not in the archive.
public struct ArchiveOmission: Hashable, Sendable {
  /// The path of the screen: the names and positions on the way to it, such as
  /// "window/tabs[0]/book[1]".
  ///
  /// A container without a name is called by its kind.
  public var path: String
  /// The number of steps the user needs from the visible screen to this one.
  public var distance: Int
  /// What was omitted.
  public var omission: StateOmission
}

extension ArchiveOmission: CustomStringConvertible {
  /// A sentence that describes the omission.
  public var description: String { "\(path): \(omission)" }
}
