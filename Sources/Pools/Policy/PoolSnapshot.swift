/// A pool's numbers at one moment.
///
/// While elements change hands, the counts are each correct but may be a few nanoseconds apart.
public struct PoolSnapshot: Sendable {
  /// The pool's name.
  public internal(set) var name: String?
  /// How many elements may exist; nil without a limit.
  public internal(set) var capacity: Int?
  /// Elements at rest.
  public internal(set) var idle = 0
  /// Elements on loan.
  public internal(set) var leased = 0
  /// Elements being made.
  public internal(set) var building = 0
  /// Elements being prepared for their next borrower by the pool.
  public internal(set) var preparing = 0
  /// Elements being ended.
  public internal(set) var ending = 0
  /// Borrowers in line.
  public internal(set) var waiting = 0

  /// Elements made since the beginning.
  public internal(set) var created = 0
  /// Creations that failed.
  public internal(set) var creationsFailed = 0
  /// Elements that ended, by reason.
  public internal(set) var discarded: [DiscardReason: Int] = [:]
  /// Borrowers that had to wait.
  public internal(set) var waits = 0
  /// Borrowers that got nothing in time, also those who would not wait at all.
  public internal(set) var timeouts = 0
  /// Waits that were cancelled.
  public internal(set) var cancellations = 0
  /// Releases of objects that were not on loan.
  public internal(set) var strayReleases = 0
  /// Loans that were reported as held long.
  public internal(set) var longHolds = 0

  /// How long things took; nil unless ``PoolConfiguration/recordsTimings`` is set and something
  /// was timed.
  public internal(set) var timings: Timings?

  /// How long waits, loans and creations took.
  public struct Timings: Sendable {
    /// From asking to getting, of all who had to wait, also those who gave up.
    public internal(set) var waits = Histogram()
    /// From getting to returning.
    public internal(set) var holds = Histogram()
    /// From the start to the end of a creation.
    public internal(set) var builds = Histogram()
  }

  var capacityText: String { capacity.map { "\($0)" } ?? "any number" }
}

extension PoolSnapshot: CustomStringConvertible {
  /// The numbers in sentences; counts of zero that say nothing are left out.
  public var description: String {
    var now = ["\(leased) of \(capacityText) lent", "\(idle) idle"]
    for (count, what) in [
      (building, "being made"), (preparing, "being prepared"), (ending, "ending"),
      (waiting, "waiting"),
    ] where count > 0 {
      now.append("\(count) \(what)")
    }
    let ended = discarded.values.reduce(0, +)
    var sofar = ["\(created) made", "\(ended) ended"]
    if ended > 0 {
      // The largest count first, and then by name, so that equal snapshots read the same.
      let reasons = discarded.map { (count: $0.value, name: "\($0.key)") }
        .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
      sofar[1] += " (" + reasons.map { "\($0.count) \($0.name)" }.joined(separator: ", ") + ")"
    }
    for (count, what) in [
      (creationsFailed, "creations failed"), (waits, "had to wait"), (timeouts, "timed out"),
      (cancellations, "cancelled"), (strayReleases, "stray releases"),
      (longHolds, "held long"),
    ] where count > 0 {
      sofar.append("\(count) \(what)")
    }
    var text = name.map { "Pool “\($0)”" } ?? "The pool"
    text += ": \(now.joined(separator: ", ")). So far: \(sofar.joined(separator: ", "))."
    if let timings { text += " \(timings)" }
    return text
  }
}

extension PoolSnapshot.Timings: CustomStringConvertible {
  /// A sentence for each kind of duration that was counted.
  public var description: String {
    [("Waits", waits), ("Loans", holds), ("Creations", builds)]
      .filter { $0.1.count > 0 }
      .map { "\($0.0): \($0.1)." }
      .joined(separator: " ")
  }
}
