#if SQLite && PostgreSQL
import Testing

@testable import LendCommands

@Suite("Arguments")
struct ArgumentsTests {
  private func parse(_ line: String, _ spec: VerbSpec = AddVerb.spec) throws -> Arguments {
    try Arguments(parsing: line.split(separator: " ").map { Array($0.utf8) }, for: spec)
  }

  private func complaint(_ line: String, _ spec: VerbSpec = AddVerb.spec) -> String? {
    do {
      _ = try parse(line, spec)
      return nil
    } catch {
      let failure = error as? LendFailure
      return failure?.code == ExitCode.usage ? failure?.message : nil
    }
  }

  @Test func optionsStandAnywhereBeforeTheDoubleHyphen() throws {
    let arguments = try parse("a --label ios b --label=os=18 -- --label")
    #expect(arguments.values("label") == ["ios", "os=18"])
    #expect(arguments.operands == ["a", "b", "--label"])
  }

  @Test func optionsBehindACommandAreTheCommands() throws {
    let plain = try parse("--label ios make --label --help", RunVerb.spec)
    #expect(plain.operands == ["make", "--label", "--help"])
    #expect(!plain.wantsHelp)
    let separated = try parse("--label ios -- --odd -x", RunVerb.spec)
    #expect(separated.operands == ["--odd", "-x"])
  }

  @Test func onlyACommandNeedNotBeUTF8() throws {
    let file = Array("caf".utf8) + [0xE9]
    let words = ["--job", "x", "--", "cat"].map { Array($0.utf8) } + [file]
    let arguments = try Arguments(parsing: words, for: RunVerb.spec)
    #expect(arguments.command == [Array("cat".utf8), file])
    #expect(throws: LendFailure.usage("The argument 'caf\u{FFFD}' is not UTF-8.")) {
      try Arguments(parsing: [file], for: AddVerb.spec)
    }
  }

  @Test func helpNeedsNothingElse() throws {
    #expect(try parse("--help").wantsHelp)
    #expect(try parse("-h").wantsHelp)
  }

  @Test func errorsNameTheOptionAndWhatIsAccepted() {
    #expect(complaint("--lable ios a")?.contains("Is it --label?") == true)
    #expect(complaint("-l ios a")?.contains("no option -l") == true)
    #expect(complaint("a --label")?.contains("needs a value: --label LABEL") == true)
    #expect(complaint("a --json=yes")?.contains("has no value") == true)
    #expect(complaint("a --pool x --pool y")?.contains("given twice") == true)
    #expect(complaint("")?.contains("lend add [OPTIONS] NAME...") == true)
    #expect(complaint("a b", RepairVerb.spec)?.contains("'b' is one argument too many") == true)
    #expect(complaint("--ttl 3s -- true", RunVerb.spec)?.contains("lend init --ttl") == true)
    #expect(complaint("--label ios", RunVerb.spec)?.contains("command to run is missing") == true)
  }

  @Test(arguments: [
    ("500ms", 500_000), ("30s", 30_000_000), ("1.5s", 1_500_000), ("10m", 600_000_000),
    ("2h", 7_200_000_000), ("1d", 86_400_000_000), ("0", 0),
  ])
  func durationsHaveUnits(_ text: String, _ microseconds: Int) throws {
    #expect(Duration(argument: text) == .microseconds(microseconds))
  }

  @Test(arguments: ["", "s", "10", "-5s", "1e3s", "5 s", "10y", "1.2.3s", "99999999999d", "ms"])
  func otherTextIsNoDuration(_ text: String) { #expect(Duration(argument: text) == nil) }

  @Test func helpNamesEachOption() {
    for verb in LendCommand.verbs {
      let help = verb.spec.help
      for option in verb.spec.allOptions { #expect(help.contains("--\(option.name)")) }
      let isNarrow = help.split(separator: "\n").allSatisfy { $0.count <= 100 }
      #expect(isNarrow, "\(verb.spec.name)")
    }
  }
}
#endif
