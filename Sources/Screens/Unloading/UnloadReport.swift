public import MemoryPressure

/// What hidden screens gave back, and what they kept.
public struct UnloadReport: Hashable, Sendable {
  /// A view or a heavy resource.
  public enum Item: Hashable, Sendable {
    /// The view of the screen.
    case view
    /// A heavy resource of the screen, by its name.
    case resource(String)
  }

  /// What became of it.
  public enum Outcome: Hashable, Sendable {
    /// It went, and so many bytes with it; 0 if nobody knows how many.
    case released(bytes: Int)
    /// It had to stay.
    case kept(UnloadRefusal.Reason)
    /// What had gone before was enough.
    case notNeeded
  }

  /// One view, or one heavy resource.
  public struct Entry: Hashable, Sendable {
    /// The screen.
    public var screen: ScreenID
    /// Its ``AnyScreen/name``.
    public var name: String
    /// Its view, or a heavy resource of it.
    public var item: Item
    /// What became of it.
    public var outcome: Outcome
  }

  /// How short memory was.
  public internal(set) var level: PressureLevel

  /// How many bytes were to be given back; nil: as many as could be had.
  public internal(set) var target: Int?

  /// First what went, in the order in which it went, heavy resources before views; then what stayed.
  public internal(set) var entries: [Entry] = []

  /// How many bytes were given back, as far as that is known.
  public var releasedBytes: Int {
    entries.reduce(0) { sum, entry in
      if case .released(let bytes) = entry.outcome { sum.addingBytes(bytes) } else { sum }
    }
  }

  /// How many views went.
  public var unloadedViews: Int {
    entries.count { entry in
      if case .released = entry.outcome { entry.item == .view } else { false }
    }
  }
}
