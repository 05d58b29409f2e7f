import Stagecraft

private struct Login: AsyncOperation {
  func run(_ context: OperationContext) async throws -> Int { 1 }
}

private struct Upload: AsyncOperation {
  func run(_ context: OperationContext) async throws -> String { "" }
}

/// Two steps; the second requires the first.
private func twoSteps() throws -> (
  graph: OperationGraph, points: (step: OperationGraph.Node, milestone: OperationGraph.Milestone)
) {
  try OperationGraph.build("launch") { graph in
    let step = graph.add("collector") {}
    return (step, graph.milestone("first screen", after: step))
  }
}

private func manager(
  _ change: (inout OperationManager.Configuration) -> Void
) -> OperationManager {
  var configuration = OperationManager.Configuration()
  change(&configuration)
  return OperationManager("desk", configuration: configuration)
}

/// Blocks the thread of its caller, as the body of an operation must not.
private func block(for handle: OperationHandle<Int>) throws { _ = try handle.valueBlocking() }

@MainActor
private func block(for milestone: OperationGraph.Milestone, of graph: OperationGraph) throws {
  try graph.runBlocking(until: milestone)
}

private struct SilentPresenter: AlertPresenter {
  func present<Choice>(_ content: AlertContent<Choice>) async throws -> Choice {
    throw AlertQueue.PresentationError.noWindow
  }
}

@MainActor
private func showAlert<Choice>(_ content: AlertContent<Choice>) {
  AlertQueue(presenter: SilentPresenter()).show(content)
}

let operationMisuses: [Misuse] = managerMisuses + policyMisuses + graphMisuses

private let managerMisuses: [Misuse] = [
  Misuse(
    "a manager without places",
    says: "“desk” cannot run 0 operations at a time: set maximumConcurrency to 1 or more"
  ) {
    _ = OperationManager("desk", maximumConcurrency: 0)
  },
  Misuse(
    "places taken from a manager", says: "“desk” cannot run -2 operations at a time; suspend it"
  ) {
    let desk = OperationManager("desk")
    desk.maximumConcurrency = -2
  },
  Misuse("a trace of no operations", says: "“desk” cannot record 0 operations") {
    _ = manager { $0.traceCapacity = 0 }
  },
  Misuse("no budget on the main actor", says: "“desk” has a mainActorBudget of 0.0 seconds") {
    _ = manager { $0.mainActorBudget = .zero }
  },
  Misuse("no budget elsewhere", says: "“desk” has a computeBudget of -1.0 seconds") {
    _ = manager { $0.computeBudget = .seconds(-1) }
  },
  Misuse("stalls that take no time", says: "“desk” has a stallThreshold of 0.0 seconds") {
    _ = manager { $0.stallThreshold = .zero }
  },
  Misuse(
    "one key for two types", says: "“session” is the key of “Login”, whose value is not of type"
  ) {
    let desk = manager { $0.isSuspended = true }
    let login = desk.shared("session") { Login() }
    desk.shared("session") { Upload() }
    _ = login
  },
  Misuse(
    "a body that blocks for another operation",
    says: "The body of “report” blocks its thread to wait for “stock”: await its value instead."
  ) {
    let desk = OperationManager("desk")
    let stock = desk.prepare("stock") { 3 }
    try? await desk.submit("report") { try block(for: stock) }.value
  },
  Misuse(
    "two readers of one sequence", says: "Two tasks iterate over the same sequence of"
  ) {
    let login = OperationManager("desk").prepare("login") {}
    let states = login.states
    async let first: Void = { for await _ in states {} }()
    async let second: Void = { for await _ in states {} }()
    _ = await (first, second)
    withExtendedLifetime(login) {}
  },
  Misuse(
    "a category without room",
    says: "The category “receipt printer” has room for 0 operations: give it a limit of 1 or more."
  ) {
    _ = OperationCategory("receipt printer", limit: 0)
  },
  Misuse(
    "a shared closure that returns an operation",
    says: "The closure of the key “login” returns an operation of type Upload, which would not run:"
  ) {
    OperationManager("desk").shared("login", "Log in") { Upload() }
  },
  Misuse(
    "a latest closure that returns an operation",
    says: "The closure of the key “search” returns an operation of type Upload, which would not run"
  ) {
    OperationManager("desk").latest("search") { Upload() }
  },
  Misuse(
    "a category of a key with another limit",
    says: "The category of the key “7” has the limit 1, not 2: give a key the same limit"
  ) {
    let category = OperationCategory.keyed(7)
    _ = OperationCategory.keyed(7, limit: 2)
    withExtendedLifetime(category) {}
  },
  Misuse(
    "an alert without an action", says: "The alert “No connection” has no action"
  ) {
    _ = AlertContent<Int>("No connection", actions: [])
  },
  Misuse(
    "an alert without an action any more", says: "The alert “No connection” has no action"
  ) {
    var content = AlertContent("No connection")
    content.actions.removeAll()
    await showAlert(content)
  },
  Misuse(
    "two default actions",
    says: "The alert “No connection” has 2 default actions, and Enter can choose only one"
  ) {
    _ = AlertContent(
      "No connection",
      actions: [.init(1, "Try again", isDefault: true), .init(2, "Later", isDefault: true)])
  },
  Misuse(
    "an action made the default beside another", says: "“No connection” has 2 default actions"
  ) {
    var content = AlertContent(
      "No connection", actions: [.init(1, "Try again", isDefault: true), .init(2, "Later")])
    content.actions[1].isDefault = true
    await showAlert(content)
  },
  Misuse(
    "an answer that an alert does not have",
    says: "An alert was answered with action 1, but the number of its actions is 1: pass a position"
  ) {
    var machine = AlertMachine(AlertContent("No connection"))
    _ = machine.present()
    _ = machine.didChoose(1)
  },
]

private let policyMisuses: [Misuse] = [
  Misuse("a negative number of retries", says: "cannot be retried -1 times") {
    _ = RetryPolicy.times(-1)
  },
  Misuse("a delay before attempt 0", says: "There is no attempt 0") {
    var generator = SystemRandomNumberGenerator()
    _ = RetryPolicy.never.delay(beforeAttempt: 0, using: &generator)
  },
  Misuse("a negative delay", says: "A delay of -1.0 seconds is negative") {
    _ = RetryPolicy.Delay.constant(.seconds(-1))
  },
  Misuse(
    "a first delay beyond the longest",
    says: "The longest delay, 1.0 seconds, is shorter than the first, 2.0 seconds"
  ) {
    _ = RetryPolicy.Delay.fibonacci(from: .seconds(2), upTo: .seconds(1))
  },
  Misuse("delays that shrink by a step", says: "must be zero or more, not -1.0 seconds") {
    _ = RetryPolicy.Delay.linear(from: .seconds(2), step: .seconds(-1))
  },
  Misuse("delays that shrink by a factor", says: "must be finite and 1 or more, not 0.5") {
    _ = RetryPolicy.Delay.exponential(from: .seconds(2), factor: 0.5)
  },
  Misuse("too much jitter", says: "must be from 0 to 1, not 1.5") {
    _ = RetryPolicy.Jitter.fraction(1.5)
  },
]

private let graphMisuses: [Misuse] = [
  Misuse(
    "a negative number of steps", says: "The graph “launch” cannot have -3 steps."
  ) {
    _ = try? OperationGraph("launch", count: -3, edges: [])
  },
  Misuse(
    "more steps than a graph holds",
    says: "A graph holds at most 2^30 steps, not 9223372036854775807."
  ) {
    _ = try? OperationGraph("launch", count: .max, edges: [])
  },
  Misuse(
    "room for more steps than a graph holds",
    says: "A graph holds at most 2^30 steps, not 1099511627776."
  ) {
    _ = try? OperationGraph("launch", steps: 1 << 40) { _ in }
  },
  Misuse(
    "room for more edges than a graph holds",
    says: "A graph holds at most 2^31 edges, not 9223372036854775807."
  ) {
    _ = try? OperationGraph("launch", edges: .max) { _ in }
  },
  Misuse(
    "an edge out of the graph", says: "The edge 1 to 7 is out of range for a graph of 2 steps."
  ) {
    _ = try? OperationGraph("launch", count: 2, edges: [(1, 7)])
  },
  Misuse(
    "a run without workers", says: "The graph “launch” cannot run on 0 workers"
  ) {
    _ = try? await twoSteps().graph.run(workers: 0)
  },
  Misuse(
    "a run without asynchronous steps",
    says:
      "The graph “launch” cannot run with at most 0 asynchronous steps: set one or more, or nil."
  ) {
    var options = OperationGraph.RunOptions()
    options.maximumAsynchronousSteps = 0
    _ = try? await twoSteps().graph.attempt(options)
  },
  Misuse(
    "numbered steps without a closure", says: "The graph “launch” has numbered steps"
  ) {
    _ = try? await OperationGraph("launch", count: 2, edges: []).run()
  },
  Misuse(
    "one closure for steps that have their own",
    says: "The graph “launch” has closures of its own"
  ) {
    try? await twoSteps().graph.run { _ in }
  },
  Misuse(
    "another graph's milestone",
    says: "This milestone belongs to a builder other than that of the graph “launch”."
  ) {
    _ = try? await twoSteps().graph.run(until: twoSteps().points.milestone)
  },
  Misuse(
    "another graph's step as a dependency", says: "step 0 belongs to another builder."
  ) {
    let other = try? twoSteps().points.step
    _ = try? OperationGraph("launch") { graph in
      if let other { graph.add("page", after: other) {} }
    }
  },
  Misuse(
    "another graph's value as an input", says: "step 0 belongs to another builder."
  ) {
    let other = try? OperationGraph.build { graph in graph.value { 1 } }.points
    _ = try? OperationGraph("launch") { graph in
      if let other { graph.value(from: other) { _ in } }
    }
  },
  Misuse(
    "an attempt without time", says: "The time limit of an attempt must be more than zero, not 0.0"
  ) {
    try? await RetryPolicy.never.run(attemptTimeout: .zero) {}
  },
  Misuse(
    "parts of a progress without weight",
    says: "The weights of the parts of “export” must be zero or more, and not all zero: [0.0]."
  ) {
    try? await OperationManager("exports").submit("export") {
      guard let context = OperationContext.current else { return }
      context.report(progressOf: [context.children.submit {}: 0])
    }.value
  },
  Misuse(
    "another graph's step in a report",
    says: "Step 0 belongs to a builder other than that of the graph “launch”."
  ) {
    guard let report = try? await twoSteps().graph.attempt(), let other = try? twoSteps() else {
      return
    }
    _ = report.outcome(of: other.points.step)
  },
  Misuse(
    "a closure of the main actor on another lane",
    says: "A closure of the main actor runs on the main lane, not on thread"
  ) {
    _ = try? OperationGraph("launch") { graph in
      graph.add("page", on: .thread) { @MainActor in await Task.yield() }
    }
  },
  Misuse(
    "a main thread that is blocked for any milestone",
    says: "“first screen” was not declared as a milestone that blocks the main thread"
  ) {
    guard let launch = try? twoSteps() else { return }
    try? await MainActor.run { try block(for: launch.points.milestone, of: launch.graph) }
  },
  Misuse(
    "durations of other steps", says: "1 durations were given for a graph of 2 steps."
  ) {
    _ = try? twoSteps().graph.trace(durations: [.seconds(1)])
  },
  Misuse("a lower bound on no processor", says: "“launch” cannot run on 0 processors") {
    _ = OperationTrace(name: "launch").lowerBound(cores: 0)
  },
  Misuse("a simulation on no processor", says: "“launch” cannot run on -1 processors") {
    _ = OperationTrace(name: "launch").simulated(cores: -1)
  },
]
