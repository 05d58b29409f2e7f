internal import StageFloor

/// A group of operations with a limit on how many may execute at a time, across all managers.
///
/// ```swift
/// extension OperationCategory {
///   static let receiptPrinter = OperationCategory("receipt printer", limit: 1)
/// }
/// ```
///
/// A category has identity: two categories with the same name are distinct. Store it in a static
/// constant and share that. For one category per document or host, ``keyed(_:limit:)`` finds or
/// creates it. A category is freed when the last handle of its operations and its last variable are
/// released.
///
/// - **Acquisition.** An operation takes all its categories at once, after its dependencies have
///   ended and its conditions are met, and holds them until it has ended. So two operations never
///   hold one category each while waiting for the other's.
/// - **Order.** A released category is handed directly to the next operation in line: the highest
///   priority first, and in the order of arrival among equals. When the first operation of a lower
///   priority has been overtaken 64 times, it is next. An operation that needs several categories
///   may be overtaken by operations that need fewer, at most sixteen times.
/// - **Priority.** The operation that holds a category of limit 1 inherits the highest priority in
///   its line.
/// - **Children.** Operations submitted through the context of a running body share the categories
///   it holds. Waiting in a body for any other operation that needs a category of limit 1 which the
///   waiting operation holds throws ``OperationError/Kind/wouldDeadlock``.
public final class OperationCategory: Sendable {
  /// The name in reports.
  public let name: String

  /// The maximum number of its operations that execute at a time.
  public let limit: Int

  let index: Int32

  nonisolated(unsafe) private let key: AnyHashable?  // guard: constant, and made of `Sendable`

  /// Creates a category that is distinct from all others.
  ///
  /// - Parameters:
  ///   - name: The name in reports.
  ///   - limit: The maximum number of its operations that execute at a time.
  public convenience init(_ name: String, limit: Int = 1) {
    self.init(name, limit: limit, key: nil)
  }

  init(_ name: String, limit: Int, key: AnyHashable?) {
    require(
      limit > 0,
      "The category “\(name)” has room for \(limit) operations: give it a limit of 1 or more.")
    self.name = name
    self.limit = limit
    self.key = key
    index = Engine.shared.addCategory(limit: limit)
  }

  deinit {
    if let key { KeyedCategories.shared.remove(key, index) }
    Engine.shared.remove(category: index)
  }
}
