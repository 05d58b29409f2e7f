extension String {
  /// The description of an error for a log.
  ///
  /// The description of some errors only refers to `String(reflecting:)`.
  package init(reporting error: any Error) {
    let text = "\(error)"
    self = text.contains("String(reflecting:") ? String(reflecting: error) : text
  }
}
