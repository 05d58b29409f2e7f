internal import StageFloor
public import StagecraftMemory

/// What hidden screens released, and what they kept.
public struct ScreenUnloadReport: Hashable, Sendable {
  /// A view or a heavy resource.
  public enum Item: Hashable, Sendable {
    /// The view of the screen.
    case view
    /// A heavy resource of the screen, by its name.
    case resource(String)
  }

  /// What happened to an item.
  public enum Outcome: Hashable, Sendable {
    /// The item was released, and this number of bytes with it; 0 if unknown.
    case released(bytes: Int)
    /// The item was kept, for this reason.
    case kept(AnyScreen.UnloadRefusal.Reason)
    /// The item could have been released, but enough had been.
    case notNeeded
  }

  /// One view or heavy resource.
  public struct Entry: Hashable, Sendable {
    /// The identity of the screen.
    public var screen: ScreenID
    /// The screen's ``AnyScreen/name``.
    public var name: String
    /// The view or heavy resource.
    public var item: Item
    /// What happened to it.
    public var outcome: Outcome
  }

  /// The pressure level.
  public internal(set) var level: PressureLevel

  /// The number of bytes to release; nil for as many as possible.
  public internal(set) var target: Int?

  /// What was released, in order, heavy resources before views; then what was kept.
  public internal(set) var entries: [Entry] = []

  /// The known number of released bytes.
  public var releasedBytes: Int {
    entries.reduce(0) { sum, entry in
      if case .released(let bytes) = entry.outcome { sum.addingBytes(bytes) } else { sum }
    }
  }

  /// Even of unknown size.
  var hasReleased: Bool {
    entries.contains(where: \.isReleased)
  }

  /// The number of views that were unloaded.
  public var unloadedViews: Int {
    entries.count { entry in
      if case .released = entry.outcome { entry.item == .view } else { false }
    }
  }
}

extension ScreenUnloadReport: CustomStringConvertible {
  /// The report in sentences: what was released, what was not needed, and why the first ten others
  /// were kept.
  public var description: String {
    let resources = entries.count { $0.isReleased && $0.item != .view }
    let wanted = target.map { " (\(ByteText(max(0, $0))) requested)" } ?? ""
    var sentences = [
      """
      Unloading at \(level) pressure released \(Self.count(unloadedViews, "view")) and \
      \(Self.count(resources, "heavy resource")), a known total of \
      \(ByteText(releasedBytes))\(wanted).
      """
    ]
    let notNeeded = entries.count { $0.outcome == .notNeeded }
    if notNeeded > 0 { sentences.append("\(notNeeded) more could have been released.") }
    let kept = entries.filter(\.isKept)
    sentences += kept.prefix(10).map { "\($0)." }
    if kept.count > 10 { sentences.append("\(kept.count - 10) more were kept.") }
    return sentences.joined(separator: " ")
  }

  private static func count(_ count: Int, _ word: String) -> String {
    count == 1 ? "1 \(word)" : "\(count) \(word)s"
  }
}

extension ScreenUnloadReport.Entry: CustomStringConvertible {
  /// The screen, its view or resource, and what happened to it.
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

extension ScreenUnloadReport.Outcome: CustomStringConvertible {
  /// What happened to the item, in words.
  public var description: String {
    switch self {
    case .released(bytes: 0): "was released, with an unknown number of bytes"
    case .released(let bytes): "was released, with \(ByteText(bytes))"
    case .kept(let reason): "was kept: \(reason)"
    case .notNeeded: "was not needed"
    }
  }
}
