extension OperationTrace {
  /// Returns the trace in Chrome's format, which Perfetto (ui.perfetto.dev) opens.
  ///
  /// Each worker is a thread with a slice for each attempt; operations that overlapped on one
  /// worker, because they suspended, get separate threads. Each operation is also an asynchronous
  /// span from its submission to its end, with nested spans for its waiting and ready times. Each
  /// dependency is an arrow from end to start. Operations that never ran have zero-length slices on
  /// a thread named *not run*, so that their arrows have an end.
  ///
  /// Events are sorted by time. The text is UTF-8 JSON; the caller writes it to a file.
  public func chromeJSON() -> String {
    var writer = ChromeWriter(self)
    return writer.write()
  }
}

extension OperationTrace.Dependency.Kind {
  /// The case as one word.
  var word: String {
    switch self {
    case .requires: "requires"
    case .follows: "follows"
    case .other(let word): word
    }
  }
}
