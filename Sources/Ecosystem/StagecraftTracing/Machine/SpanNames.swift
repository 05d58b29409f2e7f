#if Tracing
/// The names that were given to spans: a bounded number of them.
struct SpanNames: Sendable {
  let maximum: Int
  private var known: Set<String> = []

  init(maximum: Int) { self.maximum = maximum }

  /// Returns `kind` for a new name if there is no room for another.
  mutating func name(for name: String, or kind: String) -> String {
    if known.contains(name) { return name }
    guard known.count < maximum else { return kind }
    known.insert(name)
    return name
  }
}
#endif
