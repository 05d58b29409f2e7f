extension String {
  /// Filled up with spaces to `width`; the text stands on the given side.
  func padded(to width: Int, on side: Table.Alignment = .left) -> String {
    let fill = String(repeating: " ", count: Swift.max(0, width - count))
    return side == .left ? self + fill : fill + self
  }

  /// Without spaces at the end.
  var trimmingTrailingSpaces: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }

  /// Broken between words into lines of at most `width`.
  func wrapped(to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return line.isEmpty ? lines : lines + [line]
  }
}
