/// Something that a screen wanted to save, and that was left out.
public struct StateOmission: Hashable, Sendable {
  /// Why something was left out.
  public enum Reason: Hashable, Sendable {
    /// With it, the screen would have had more than ``StateBudget/perScreen``.
    case screenIsOverBudget(budget: Int)
    /// With it, all screens together would have had more than ``StateBudget/inAll``.
    case archiveIsOverBudget(budget: Int)
    /// A screen has no ``AnyScreen/restorationName``: it is not in the archive, nor is what is on it
    /// in a stack or over a window's root. The key is the screen's ``AnyScreen/name``.
    case screenHasNoName
    /// The screen is in more containers, each in another, than an archive can have: it is not in the
    /// archive, nor are those beside it and in it. The key is the screen's ``AnyScreen/name``.
    case screensAreTooDeep(limit: Int)
    /// It could not be encoded, for this reason.
    case cannotBeEncoded(String)
  }

  /// The name of its key.
  public var key: String
  /// How many bytes it would have needed; 0, if it could not be encoded.
  public var byteCount: Int
  /// Why it was left out.
  public var reason: Reason
}

extension StateOmission: CustomStringConvertible {
  /// One sentence.
  public var description: String {
    switch reason {
    case .screenIsOverBudget(let budget):
      "“\(key)” (\(byteCount) bytes) does not fit into the \(budget) bytes of its screen."
    case .archiveIsOverBudget(let budget):
      "“\(key)” (\(byteCount) bytes) does not fit into the \(budget) bytes of all screens."
    case .screenHasNoName:
      "“\(key)” has no restorationName: it cannot be made again, nor can what is on it."
    case .screensAreTooDeep(let limit):
      "“\(key)” is deeper than \(limit) screens, each in another: it cannot be archived."
    case .cannotBeEncoded(let why): "“\(key)” cannot be encoded: \(why)"
    }
  }
}
