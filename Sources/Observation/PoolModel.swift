public import Observation
internal import StageFloor
public import StagecraftLists
public import StagecraftPools

/// The figures of a pool as observable properties.
///
/// ```swift
/// let copies = PoolModel(of: books)
/// print("\(copies.onLoan) on loan, \(copies.waiting) readers wait.")
/// ```
///
/// - A view that reads one figure is updated when that figure changes. ``snapshot`` has all of them,
///   and changes with each event of the pool.
/// - The figures are read on the main actor after events of the pool, by default at most ten times
///   a second; a figure that changes back meanwhile is not seen.
/// - Like every observer, a model moves the pool to its slow path permanently. For figures that are
///   shown rarely, call the pool's `snapshot()` instead.
/// - The model retains the pool, and ends when it is released.
@MainActor
@Observable
public final class PoolModel {
  /// All figures that were read last.
  public private(set) var snapshot: PoolSnapshot
  /// The number of idle elements.
  public private(set) var idle: Int
  /// The number of elements on loan.
  public private(set) var onLoan: Int
  /// The number of waiting borrowers.
  public private(set) var waiting: Int
  /// The number of elements created so far.
  public private(set) var created: Int

  @ObservationIgnored private let read: () -> PoolSnapshot
  @ObservationIgnored private var token: ObservationToken?
  @ObservationIgnored private var observation: ListObservation?

  /// Creates a model of a bounded pool, and reads its figures.
  ///
  /// - Parameters:
  ///   - pool: The pool to show.
  ///   - cadence: How often the figures are read.
  public convenience init<Element>(
    of pool: BoundedPool<Element>,
    _ cadence: ListObservation.Cadence = .atMost(every: .milliseconds(100))
  ) {
    self.init(cadence, reading: { pool.snapshot }, observing: { pool.observe($0) })
  }

  /// Creates a model of an elastic pool, and reads its figures.
  ///
  /// - Parameters:
  ///   - pool: The pool to show.
  ///   - cadence: How often the figures are read.
  public convenience init<Element, Failure>(
    of pool: ElasticPool<Element, Failure>,
    _ cadence: ListObservation.Cadence = .atMost(every: .milliseconds(100))
  ) {
    self.init(cadence, reading: { pool.snapshot }, observing: { pool.observe($0) })
  }

  /// Creates a model of a pool with keys, and reads the figures of all keys together.
  ///
  /// - Parameters:
  ///   - pool: The pool to show.
  ///   - cadence: How often the figures are read.
  public convenience init<Key, Element>(
    of pool: KeyedPool<Key, Element>,
    _ cadence: ListObservation.Cadence = .atMost(every: .milliseconds(100))
  ) {
    self.init(cadence, reading: { pool.snapshot }, observing: { pool.observe($0) })
  }

  private init(
    _ cadence: ListObservation.Cadence, reading read: @escaping () -> PoolSnapshot,
    observing observe: (@escaping @Sendable (PoolEvent) -> Void) -> ObservationToken
  ) {
    self.read = read
    let signal = ListChangeSignal()
    let token = observe { _ in signal.signal() }
    let snapshot = read()
    (self.snapshot, idle, onLoan) = (snapshot, snapshot.idle, snapshot.onLoan)
    (waiting, created) = (snapshot.waiting, snapshot.created)
    self.token = token
    observation = follow(signal, cadence) { [weak self] in self?.refresh() }
    refresh()
  }

  /// Reads the figures now, with any cadence; see ``ListModel/update()``.
  public func update() { observation?.flush() }

  private func refresh() {
    let new = read()
    if new.idle != idle { idle = new.idle }
    if new.onLoan != onLoan { onLoan = new.onLoan }
    if new.waiting != waiting { waiting = new.waiting }
    if new.created != created { created = new.created }
    snapshot = new
  }
}
