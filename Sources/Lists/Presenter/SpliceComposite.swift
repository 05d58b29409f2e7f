/// Two versions of a list, of which the first part is new already, and the rest still old.
///
/// While a series of splices is announced one by one, a list model must be exactly what was
/// announced so far. This is such a list, without a copy of anything.
struct SpliceComposite<Element: Identifiable & Sendable>: Sendable where Element.ID: Sendable {
  private let old: ListSnapshot<Element>
  private let new: ListSnapshot<Element>
  /// Where the old part begins in `old`; before that, `newStart` rows are those of `new`.
  private var oldStart = 0
  private var newStart = 0

  init(from old: ListSnapshot<Element>, to new: ListSnapshot<Element>) {
    self.old = old
    self.new = new
  }

  var count: Int { newStart + old.count - oldStart }

  subscript(position: Int) -> Element {
    position < newStart ? new[position] : old[oldStart + position - newStart]
  }

  /// The next splice, which is farther than the last, is announced.
  mutating func advance(over splice: ListSplice) {
    oldStart += splice.position - newStart + splice.removed
    newStart = splice.position + splice.inserted
  }
}
