extension StringProtocol {
  /// Replaces scalars, where `replacing(_:with:)` does not find those that are one character with
  /// their neighbours: in "\u{600}<", "<" is none.
  package func escaped(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var text = ""
    for scalar in unicodeScalars {
      if let other = replacement(scalar) {
        text += other
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
