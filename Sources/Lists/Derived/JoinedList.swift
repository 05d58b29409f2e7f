extension ListReading {
  /// Returns a list with the rows of this list, followed by those of others.
  ///
  /// ```swift
  /// let all = urgent.joined(with: placed, closed)
  /// ```
  ///
  /// It is updated from the changes of each list, so an edit of one takes O(log *n*) for each
  /// changed row, and O(*m*) more for each row that appears or disappears, where *m* is the number
  /// of lists. Observers receive the edits of all lists together. The lists are read one after
  /// another, and again if one was edited meanwhile, at most twice.
  ///
  /// A row that several lists have, by its identity, is shown once, with the content and at the
  /// place that it has in the first of them. So a row that is inserted into one list before it is
  /// removed from another moves, unless the lists change during both repeated reads. In the other
  /// order, it may be missing from one version.
  ///
  /// - Parameter others: The lists that follow, in this order.
  /// - Returns: A list derived from all of them.
  @inlinable
  public func joined(with others: any ListReading<Element>...) -> DerivedList<Element> {
    joined(with: others)
  }

  /// Returns a list with the rows of this list, followed by those of any number of others.
  ///
  /// - Parameter others: The lists that follow, in this order; see `joined(with:)` for several
  ///   arguments.
  /// - Returns: A list derived from all of them.
  @inlinable
  public func joined(with others: [any ListReading<Element>]) -> DerivedList<Element> {
    let sources: [any ListReading<Element>] = [self] + others
    let engine = JoinedEngine(sources)
    return DerivedList(
      DerivedCore(
        changeSignal: ListChangeSignal(of: sources.map(\.changeSignal)),
        comparison: ListVersion.comparison
      ) {
        engine.update($0, quickly: $1)
      })
  }
}
