extension String {
  /// An error as an operator is to read it: some errors describe themselves only to `reflecting`, and
  /// say so.
  package init(reporting error: any Error) {
    let text = "\(error)"
    self = text.contains("String(reflecting:") ? String(reflecting: error) : text
  }
}
