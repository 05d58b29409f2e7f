/// An object of a recording: a pool, a manager, a list, or your own code.
public struct TimelineObject: Sendable, Hashable, Identifiable {
  /// The kind of an object.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    /// The kind as one word.
    public var rawValue: String

    /// Creates a kind of your own.
    ///
    /// - Parameter rawValue: The kind as one word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A pool.
    public static let pool = Kind(rawValue: "pool")
    /// A manager of operations.
    public static let operations = Kind(rawValue: "operations")
    /// A run of a graph.
    public static let graph = Kind(rawValue: "graph")
    /// A list.
    public static let list = Kind(rawValue: "list")
    /// The screens of an application.
    public static let screens = Kind(rawValue: "screens")
    /// A monitor of memory pressure.
    public static let memory = Kind(rawValue: "memory")
    /// A cache.
    public static let cache = Kind(rawValue: "cache")
    /// A shared pool.
    public static let sharedPool = Kind(rawValue: "sharedPool")
    /// The lateness of the main actor.
    public static let mainActor = Kind(rawValue: "mainActor")
    /// Your own code.
    public static let program = Kind(rawValue: "program")
  }

  /// Its number in the recording.
  public var id: Int
  /// Its kind.
  public var kind: Kind
  /// Its name.
  public var name: String
  /// When its recording began, since the start of the timeline.
  public var since: Duration
}
