internal import StageFloor
public import StagecraftMemory

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

  /// Whether anything went, however many bytes it had.
  var hasReleased: Bool {
    entries.contains(where: \.isReleased)
  }

  /// How many views went.
  public var unloadedViews: Int {
    entries.count { entry in
      if case .released = entry.outcome { entry.item == .view } else { false }
    }
  }
}

extension UnloadReport: CustomStringConvertible {
  /// The report in sentences: what went, what was not needed, and why the first ten others stayed.
  public var description: String {
    let resources = entries.count { $0.isReleased && $0.item != .view }
    let wanted = target.map { ", of \(ByteText(max(0, $0))) that were to go" } ?? ""
    var sentences = [
      """
      Unloading at \(level) pressure: \(Self.count(unloadedViews, "view")) and \
      \(Self.count(resources, "heavy resource")) went, with \(ByteText(releasedBytes)) as far as \
      that is known\(wanted).
      """
    ]
    let notNeeded = entries.count { $0.outcome == .notNeeded }
    if notNeeded > 0 { sentences.append("\(notNeeded) more could have gone.") }
    let kept = entries.filter(\.isKept)
    sentences += kept.prefix(10).map { "\($0)." }
    if kept.count > 10 { sentences.append("And \(kept.count - 10) more stayed.") }
    return sentences.joined(separator: " ")
  }

  private static func count(_ count: Int, _ word: String) -> String {
    count == 1 ? "1 \(word)" : "\(count) \(word)s"
  }
}

extension UnloadReport.Entry: CustomStringConvertible {
  /// The screen, its view or its resource, and what became of it.
  public var description: String {
    switch item {
    case .view: "The view of \(name) \(outcome)"
    case .resource(let resource): "“\(resource)” of \(name) \(outcome)"
    }
  }

  fileprivate var isReleased: Bool {
    if case .released = outcome { true } else { false }
  }

  fileprivate var isKept: Bool {
    if case .kept = outcome { true } else { false }
  }
}

extension UnloadReport.Outcome: CustomStringConvertible {
  /// What became of it, in words.
  public var description: String {
    switch self {
    case .released(bytes: 0): "went, with an unknown number of bytes"
    case .released(let bytes): "went, with \(ByteText(bytes))"
    case .kept(let reason): "stayed: \(reason)"
    case .notNeeded: "was not needed"
    }
  }
}
