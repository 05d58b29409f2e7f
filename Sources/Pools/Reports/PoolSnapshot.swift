/// The counts of a pool at one moment.
///
/// While elements are lent and returned, each count is correct for some moment, but the counts may
/// be a few nanoseconds apart.
public struct PoolSnapshot: Sendable {
  /// The name of the pool.
  public internal(set) var name: String?
  /// The maximum number of elements, or nil without a limit.
  public internal(set) var capacity: Int?
  /// The number of idle elements.
  public internal(set) var idle = 0
  /// The number of elements on loan.
  public internal(set) var onLoan = 0
  /// The number of elements being created.
  public internal(set) var creating = 0
  /// The number of elements that are being prepared, tested while idle, or inspected by
  /// `discard(where:)`.
  public internal(set) var preparing = 0
  /// The number of elements being destroyed.
  public internal(set) var destroying = 0
  /// The number of waiting borrowers.
  public internal(set) var waiting = 0

  /// The number of elements created so far.
  public internal(set) var created = 0
  /// The number of failed creations.
  public internal(set) var creationsFailed = 0
  /// The number of destroyed elements, by reason.
  public internal(set) var discarded: [PoolDiscardReason: Int] = [:]
  /// The number of borrowers that had to wait.
  public internal(set) var waits = 0
  /// The number of borrowers that timed out, including those with a timeout of zero.
  public internal(set) var timeouts = 0
  /// The number of cancelled waits.
  public internal(set) var cancellations = 0
  /// The number of releases of objects that were not on loan.
  public internal(set) var strayReleases = 0
  /// The number of loans reported as held long.
  public internal(set) var longHolds = 0

  /// The measured durations; nil unless the configuration sets `recordsTimings` and a duration
  /// was recorded.
  public internal(set) var timings: Timings?

  /// The durations of waits, loans and creations.
  public struct Timings: Sendable {
    /// The time from the request to its outcome, for all borrowers that had to wait, including
    /// those that gave up.
    public internal(set) var waits = Histogram()
    /// The time from lending to returning.
    public internal(set) var holds = Histogram()
    /// The duration of creations.
    public internal(set) var creations = Histogram()
  }

  var capacityText: String { capacity.map { "\($0)" } ?? "any number" }
}

extension PoolSnapshot: CustomStringConvertible {
  /// The counts in sentences; event counts of zero are omitted.
  public var description: String {
    var now = ["\(onLoan) of \(capacityText) on loan", "\(idle) idle"]
    for (count, what) in [
      (creating, "being created"), (preparing, "being prepared"),
      (destroying, "being destroyed"), (waiting, "waiting"),
    ] where count > 0 {
      now.append("\(count) \(what)")
    }
    let destroyed = discarded.values.reduce(0, +)
    var sofar = ["\(created) created", "\(destroyed) destroyed"]
    if destroyed > 0 {
      // Largest count first, then by name, so that equal snapshots have equal descriptions.
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
    [("Waits", waits), ("Loans", holds), ("Creations", creations)]
      .filter { $0.1.count > 0 }
      .map { "\($0.0): \($0.1)." }
      .joined(separator: " ")
  }
}
