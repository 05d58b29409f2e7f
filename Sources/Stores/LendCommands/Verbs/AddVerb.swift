#if SQLite || PostgreSQL
@_spi(Store) import StagecraftSharedPools

enum AddVerb: Verb {
  static let spec = VerbSpec(
    name: "add", summary: "adds resources to the stock", operands: "NAME...",
    operandCount: 1...1_000,
    options: [
      .value(
        "label", "LABEL", "a label of all that are added, such as ios or os=18", repeatable: true),
      .value("payload", "TEXT", "what a borrower receives with it"),
      .value("payload-file", "FILE", "the same from a file, or from standard input: -"),
      .flag("json", "prints an object for each"),
    ],
    notes: [
      """
      A retired name is put into service again. The payload can have 64 KiB; arguments are visible \
      to other users of the machine, files are not.
      """
    ])

  static func run(_ arguments: Arguments, in context: CommandContext) async throws -> Int32 {
    let labels = Labels(arguments.values("label"))
    let payload = try payload(arguments)
    let additions = arguments.operands.map { name in
      LendingUpkeep.add(name: name, labels: labels, payload: payload, token: .random())
    }
    // All are checked before the first is added.
    for addition in additions {
      if let flaw = addition.flaw { throw LendFailure.usage(flaw) }
    }
    if let name = arguments.operands.firstDuplicate {
      throw LendFailure.usage("The name \"\(name)\" is given twice.")
    }
    let pool = try await context.openPool(for: arguments, creates: true)
    _ = try await pool.createIfNeeded()
    var code = ExitCode.done
    for (name, addition) in zip(arguments.operands, additions) {
      do {
        try await pool.keep(addition)
        if arguments.has("json") {
          let line = JSONLine("added").with("pool", pool.name).with("name", name)
          context.console.print(line.with("labels", labels).text)
        } else {
          context.console.print("Added \(name.printable) (\(labels.description.printable)).")
        }
      } catch let failure as LendFailure where failure.code == ExitCode.refused {
        context.console.complain("lend: \(failure.message)")
        code = failure.code
      }
    }
    return code
  }

  private static func payload(_ arguments: Arguments) throws -> [UInt8] {
    switch (arguments.value("payload"), arguments.value("payload-file")) {
    case (nil, nil): return []
    case (let text?, nil): return Array(text.utf8)
    case (nil, let path?): return try readAll(path, limit: 1 << 26)
    case (_?, _?): throw LendFailure.usage("Give either --payload or --payload-file.")
    }
  }
}

extension [String] {
  var firstDuplicate: String? {
    var seen: Set<String> = []
    return first { !seen.insert($0).inserted }
  }
}
#endif
