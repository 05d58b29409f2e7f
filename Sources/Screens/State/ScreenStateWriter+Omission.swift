extension ScreenStateWriter {
  /// A value that a screen could not save.
  public struct Omission: Hashable, Sendable {
    /// The reason why a value was omitted.
    public enum Reason: Hashable, Sendable {
      /// With it, the screen would exceed ``ScreenApplication/StateBudget/perScreen``.
      case screenIsOverBudget(budget: Int)
      /// With it, all screens together would exceed ``ScreenApplication/StateBudget/inAll``.
      case archiveIsOverBudget(budget: Int)
      /// A screen has no ``AnyScreen/restorationName``, and is not found by its position.
      ///
      /// Neither it nor the screens above it, in a stack or over a window's root, are in the archive.
      /// The key is the screen's ``AnyScreen/name``.
      case screenHasNoName
      /// The screen is nested more deeply than an archive allows: neither the screen, nor its
      /// siblings, nor the screens in it are in the archive. The key is the screen's
      /// ``AnyScreen/name``.
      case screensAreTooDeep(limit: Int)
      /// The value could not be encoded, for this reason.
      case cannotBeEncoded(String)
    }

    /// The name of the key.
    public var key: String
    /// The number of bytes that the value needs; 0 if it could not be encoded.
    public var byteCount: Int
    /// The reason why the value was omitted.
    public var reason: Reason
  }
}

extension ScreenStateWriter.Omission: CustomStringConvertible {
  /// A sentence that describes the omission.
  public var description: String {
    switch reason {
    case .screenIsOverBudget(let budget):
      "“\(key)” (\(byteCount) bytes) exceeds the budget of \(budget) bytes for its screen."
    case .archiveIsOverBudget(let budget):
      "“\(key)” (\(byteCount) bytes) exceeds the budget of \(budget) bytes for all screens."
    case .screenHasNoName:
      "“\(key)” has no restorationName: neither it nor the screens above it can be restored."
    case .screensAreTooDeep(let limit):
      "“\(key)” is nested more than \(limit) screens deep: it cannot be archived."
    case .cannotBeEncoded(let why): "“\(key)” cannot be encoded: \(why)"
    }
  }
}
