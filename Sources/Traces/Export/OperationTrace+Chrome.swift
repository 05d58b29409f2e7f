extension OperationTrace {
  /// The trace in Chrome's format, which Perfetto (ui.perfetto.dev) opens.
  ///
  /// Each worker is a thread with a slice for each attempt; operations that ran on one worker at the
  /// same time, between their suspensions, get threads of their own. Each operation is also an
  /// asynchronous span from its submission to its end, in which one sees it waiting and ready.
  /// Every dependency is an arrow from end to start. Operations that never ran have slices without
  /// length, on a thread called *not run*, so that their arrows end somewhere.
  ///
  /// Events are in the order of their times. The text is UTF-8 JSON; writing it somewhere is up to
  /// the caller.
  public func chromeJSON() -> String {
    var writer = ChromeWriter(self)
    return writer.write()
  }
}

extension OperationTrace.Dependency.Kind {
  /// The case in one word.
  var word: String {
    switch self {
    case .requires: "requires"
    case .follows: "follows"
    case .other(let word): word
    }
  }
}
