extension ScreenEvent {
  /// A view that is still alive a second after it was unloaded.
  ///
  /// An adapter that counts the objects of its toolkit can report leaks of its own:
  /// ``ScreenApplication/report(leak:of:named:)``.
  public struct ViewLeak: Hashable, Sendable {
    /// The type of the view.
    public var viewType: String

    /// What retains the view, as far as the adapter that has found it knows.
    public var holders: [String]

    /// Whether it was a part of the screen's view, as a label is; only adapters find such leaks.
    public var isPart: Bool

    /// Creates a leak that an adapter has found.
    ///
    /// - Parameters:
    ///   - viewType: The type of the view.
    ///   - holders: What retains the view; empty if unknown.
    ///   - isPart: Whether it was a part of the view of the screen.
    public init(viewType: String, holders: [String] = [], isPart: Bool = false) {
      self.viewType = viewType
      self.holders = holders
      self.isPart = isPart
    }
  }
}

extension ScreenEvent.ViewLeak: CustomStringConvertible {
  /// A sentence that describes the leak.
  public var description: String {
    let view = isPart ? "\(viewType), a part of an unloaded view," : "\(viewType) was unloaded but"
    if !holders.isEmpty {
      return "\(view) is retained by \(holders.joined(separator: ", "))."
    }
    return "\(view) is still alive: check properties, closures, globals and the toolkit."
  }
}
