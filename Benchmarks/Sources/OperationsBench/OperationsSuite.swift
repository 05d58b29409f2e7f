package import Harness

extension Suite {
  /// `bench operations`: the cost of declaring and running dependencies.
  package static var operations: Suite {
    Suite(
      name: "operations",
      summary: "graphs and managers of operations, compared with other libraries",
      cases: Case.reruns + Case.builds + Case.buildRuns + Case.working + Case.sizes
        + Case.asynchronous + Case.submissions + Case.submissionSizes + Case.values + [.launch],
      checks: [.idle],
      targets: Target.graphs + Target.managers,
      notes: { OneTBB.rival.notes + Taskflow.rival.notes })
  }
}
