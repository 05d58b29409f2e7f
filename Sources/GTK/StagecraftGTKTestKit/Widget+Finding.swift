#if GTK
public import StagecraftGTK

extension Widget {
  /// Returns this widget, or the first in it, that has a name.
  ///
  /// - Parameter name: The ``StagecraftGTK/Widget/name``.
  /// - Returns: The widget; nil if there is none.
  public func first(named name: String) -> Widget? {
    if self.name == name { return self }
    for child in children { if let found = child.first(named: name) { return found } }
    return nil
  }
}
#endif
