/// Two versions of a list combined: the first part is from the new one, the rest from the old one.
///
/// While splices are announced one by one, a list model must show exactly what has been announced
/// so far. This provides such a state without copying rows.
struct SpliceComposite<Element: Identifiable & Sendable>: Sendable where Element.ID: Sendable {
  private let old: ListSnapshot<Element>
  private let new: ListSnapshot<Element>
  /// Where the old part begins in `old`; the `newStart` rows before it are those of `new`.
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

  /// Advances over the next splice, which is after the previous one.
  mutating func advance(over splice: ListSplice) {
    oldStart += splice.position - newStart + splice.removed
    newStart = splice.position + splice.inserted
  }
}
