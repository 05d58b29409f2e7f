public import Observation
public import StagecraftLists

/// One row of a list as an observable property, for a view that shows its details.
///
/// ```swift
/// let momo = RowModel(of: books, id: 7)
/// print(momo.row?.title ?? "It was removed.")
/// ```
///
/// The property changes when the row is inserted, removed or gets new content, or when the list is
/// reset while the row exists. Changes of other rows, and moves, do not concern it. The model retains
/// the list, and ends when it is released.
@MainActor
@Observable
public final class RowModel<Element: Identifiable & Sendable> where Element.ID: Sendable {
  /// The identity of the row.
  public let id: Element.ID

  /// The row; nil while the list has none with this identity.
  public private(set) var row: Element?

  @ObservationIgnored private var observation: ListObservation?

  /// Creates a model, and reads the row.
  ///
  /// - Parameters:
  ///   - list: The list that has the row.
  ///   - id: The identity of the row.
  ///   - cadence: How often the row is read.
  public init(
    of list: some ListReading<Element>, id: Element.ID,
    _ cadence: ListObservation.Cadence = .nextTurn
  ) {
    self.id = id
    observation = list.observe(cadence) { [weak self] transition in self?.receive(transition) }
  }

  /// Reads the row now, with any cadence; see ``ListModel/update()``.
  public func update() { observation?.flush() }

  private func receive(_ transition: ListTransition<ListSnapshot<Element>>) {
    let position = transition.new.index(of: id)
    guard position != nil || row != nil else { return }
    let changes = transition.changes
    if let position, row != nil, !changes.isReset {
      guard changes.updates.contains(where: { $0.new == position }) else { return }
    }
    row = position.map { transition.new[$0] }
  }
}
