#if SQLite || PostgreSQL
extension Arguments {
  init(parsing words: [[UInt8]], for spec: VerbSpec) throws {
    try self.init(texts: words.map { String(decoding: $0, as: UTF8.self) }, for: spec)
    let own = spec.runsCommand ? words.dropLast(operands.count) : words[...]
    for word in own where String(validating: word, as: UTF8.self) == nil {
      let text = String(decoding: word, as: UTF8.self).printable
      throw LendFailure.usage("The argument '\(text)' is not UTF-8.")
    }
    if spec.runsCommand { command = Array(words[own.endIndex...]) }
  }

  private init(texts words: [String], for spec: VerbSpec) throws {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        break
      }
      if word == "-h" {
        options.append(Option(name: "help", value: ""))
      } else if word.hasPrefix("-"), word != "-" {
        try parseOption(word, &rest, spec)
      } else if spec.runsCommand {
        operands += [word] + rest
        break
      } else {
        operands.append(word)
      }
    }
    if wantsHelp { return }
    try checkCount(spec)
  }

  private mutating func parseOption(
    _ word: String, _ rest: inout ArraySlice<String>, _ spec: VerbSpec
  ) throws {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0].dropFirst(2))
    guard word.hasPrefix("--"), let option = spec.allOptions.first(where: { $0.name == name })
    else {
      throw LendFailure.usage(Self.unknown(String(parts[0]), spec))
    }
    if !option.isRepeatable, has(name) {
      throw LendFailure.usage("The option --\(name) is given twice.")
    }
    guard let placeholder = option.value else {
      if parts.count > 1 { throw LendFailure.usage("The option --\(name) has no value.") }
      options.append(Option(name: name, value: ""))
      return
    }
    guard let value = parts.count > 1 ? String(parts[1]) : rest.popFirst() else {
      throw LendFailure.usage("The option --\(name) needs a value: --\(name) \(placeholder)")
    }
    options.append(Option(name: name, value: value))
  }

  private static func unknown(_ word: String, _ spec: VerbSpec) -> String {
    if word == "--ttl" {
      return """
        The time to live is a rule of the pool, for all that borrow from it: \
        lend init --ttl 30s
        """
    }
    var text = "'lend \(spec.name)' has no option \(word.printable)."
    if let name = closestWord(to: String(word.dropFirst(2)), in: spec.allOptions.map(\.name)) {
      text += " Is it --\(name)?"
    }
    return text + " 'lend \(spec.name) --help' lists all."
  }

  private func checkCount(_ spec: VerbSpec) throws {
    if operands.count < spec.operandCount.lowerBound {
      let what = spec.runsCommand ? "The command to run is missing" : "Something is missing"
      throw LendFailure.usage("\(what): \(spec.usage)")
    }
    if operands.count > spec.operandCount.upperBound {
      let word = operands[spec.operandCount.upperBound].printable
      throw LendFailure.usage("'\(word)' is one argument too many: \(spec.usage)")
    }
  }
}
#endif
