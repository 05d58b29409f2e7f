internal import StageFloor

/// A kind of operation of which only so many may execute at a time, whatever manager they belong to.
///
/// ```swift
/// extension OperationCategory {
///   static let receiptPrinter = OperationCategory("receipt printer", limit: 1)
/// }
/// ```
///
/// A category is an object: two with the same name are two categories. Keep it in a static
/// constant, and share that. One for each document or host is a natural use as well: a category is
/// freed with the last operation and the last variable that have it.
///
/// An operation takes all its categories at once, after everything before it has ended and its
/// conditions are met, and keeps them until it has ended. So two operations never hold one each and
/// wait for the other's. Categories are handed on directly: to the more urgent first, and in the
/// order of arrival among equals; when the first of a less urgent class has been overtaken 64 times,
/// it is next. An operation that needs several may be passed by those who need fewer, at most sixteen
/// times. While a category is full, those that hold it are as urgent as the most urgent one that
/// waits for it.
///
/// Operations that are submitted from the body of another, through its context, share the categories
/// it holds. To wait in the body for any other operation that needs a category of limit 1 which the
/// waiting one holds is an error, ``OperationError/Kind/wouldDeadlock``, and no hang.
public final class OperationCategory: Sendable {
  /// What it is called in reports.
  public let name: String

  /// How many of its operations may execute at a time.
  public let limit: Int

  let index: Int32

  /// A new category, different from all others.
  ///
  /// - Parameters:
  ///   - name: what it is called in reports.
  ///   - limit: how many of its operations may execute at a time.
  public init(_ name: String, limit: Int = 1) {
    require(
      limit > 0,
      "The category “\(name)” has room for \(limit) operations: give it a limit of 1 or more.")
    self.name = name
    self.limit = limit
    index = Engine.shared.addCategory(limit: limit)
  }

  deinit { Engine.shared.remove(category: index) }
}
