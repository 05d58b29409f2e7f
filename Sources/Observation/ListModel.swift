public import Observation
public import StagecraftLists

/// The rows of a list as an observable property.
///
/// The rows are a snapshot: a random-access collection of identifiable elements that shares its
/// storage with the previous one, so showing a new version copies no row.
///
/// ```swift
/// struct OrdersView: View {
///   @State private var orders = ListModel(of: Desk.shared.orders)
///
///   var body: some View {
///     List(orders.rows) { order in Text(order.title) }
///   }
/// }
/// ```
///
/// - Any list can be shown: a `LiveList`, a derived list, and a `GroupedList`, whose rows have
///   `sections`.
/// - However many edits other threads make, the rows change at most once in a turn of the main
///   actor, and less often with another cadence. Edits that cancel each other out change nothing.
/// - The model retains the list. It ends when it is released.
@MainActor
@Observable
public final class ListModel<List: RowsReading> {
  /// The list whose rows these are.
  public let list: List

  /// The rows of the version that was read last.
  public private(set) var rows = List.Snapshot()

  @ObservationIgnored private var observation: ListObservation?

  /// Creates a model, and reads the rows.
  ///
  /// - Parameters:
  ///   - list: The list to show.
  ///   - cadence: How often the rows are read.
  public init(of list: List, _ cadence: ListObservation.Cadence = .nextTurn) {
    self.list = list
    observation = list.observe(cadence) { [weak self] transition in self?.rows = transition.new }
  }

  /// Reads the rows now, with any cadence.
  ///
  /// Call it after an edit that is to be shown at once, for example in an animation:
  ///
  /// ```swift
  /// withAnimation {
  ///   orders.list.remove(order.id)
  ///   orders.update()
  /// }
  /// ```
  public func update() { observation?.flush() }
}
