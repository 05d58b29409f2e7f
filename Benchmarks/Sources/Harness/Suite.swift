/// The cases and checks of one verb of `bench`.
///
/// Each module of Stagecraft has one, in a target of its own that uses the module as a client does.
package struct Suite {
  /// The verb, and `bench` in the JSON.
  package var name: String

  /// One line for the usage text.
  package var summary: String

  package var cases: [Case]
  package var checks: [Check]

  /// The target speeds.
  package var targets: [Target]

  /// Notes about this machine for readers of the figures, such as a competitor left out.
  package var notes: () -> [String]

  package init(
    name: String, summary: String, cases: [Case], checks: [Check] = [],
    targets: [Target] = [], notes: @escaping () -> [String] = { [] }
  ) {
    self.name = name
    self.summary = summary
    self.cases = cases
    self.checks = checks
    self.targets = targets
    self.notes = notes
  }

  /// All names that `--only` accepts.
  var selectableNames: [String] {
    cases.map(\.name) + checks.map(\.name)
  }
}
