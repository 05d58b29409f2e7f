#if SQLite || PostgreSQL
internal import StageFloor

extension String {
  /// The text with a question mark for each character that could control a terminal.
  var printable: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: text += "?"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }

  var quotedForShell: String {
    let isPlain =
      !isEmpty
      && utf8.allSatisfy { byte in
        byte < 128
          && (Character(Unicode.Scalar(byte)).isLetter || "0123456789-_./=,".utf8.contains(byte))
      }
    return isPlain ? self : "'" + escaped { $0 == "'" ? #"'\''"# : nil } + "'"
  }

  func wrapped(to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + [line]
  }
}

/// The word that differs least from another, if it differs by few letters.
func closestWord(to word: String, in candidates: [String]) -> String? {
  let distances = candidates.map { (word: $0, distance: editDistance(word, $0)) }
  guard let best = distances.min(by: { $0.distance < $1.distance }),
    best.distance <= max(2, word.count / 3), best.distance < word.count
  else { return nil }
  return best.word
}

private func editDistance(_ left: String, _ right: String) -> Int {
  let right = Array(right)
  var row = Array(0...right.count)
  for (index, letter) in left.enumerated() {
    var diagonal = row[0]
    row[0] = index + 1
    for column in right.indices {
      let change = diagonal + (right[column] == letter ? 0 : 1)
      diagonal = row[column + 1]
      row[column + 1] = min(change, row[column] + 1, diagonal + 1)
    }
  }
  return row[right.count]
}
#endif
