/// The launch of an app: its steps, with their durations, threads, and dependencies.
struct LaunchPlan: Sendable {
  struct Step: Sendable {
    var name: String
    var microseconds: Int
    var isOnMain: Bool
    var predecessors: [String]

    init(_ name: String, _ microseconds: Int, main: Bool = false, after: String...) {
      self.name = name
      self.microseconds = microseconds
      isOnMain = main
      predecessors = after
    }
  }

  let steps: [Step]

  /// For each step, the numbers of its predecessors.
  let predecessors: [[Int]]

  /// Creates a plan; a step follows those that it depends on.
  init(_ steps: [Step]) {
    self.steps = steps
    var numbers: [String: Int] = [:]
    predecessors = steps.enumerated().map { number, step in
      numbers[step.name] = number
      return step.predecessors.map { numbers[$0]! }
    }
  }

  /// The work of all steps together.
  var microseconds: Int { steps.map(\.microseconds).reduce(0, +) }

  /// Thirty steps, about a third of them on the main thread.
  static let library = LaunchPlan([
    Step("collector", 300),
    Step("settings", 900),
    Step("window", 1_100, main: true),
    Step("keychain", 700, after: "collector"),
    Step("caches", 1_300, after: "collector"),
    Step("network", 1_000, after: "collector", "settings"),
    Step("database", 2_900, after: "collector", "settings"),
    Step("theme", 600, main: true, after: "settings", "window"),
    Step("fonts", 1_500, after: "settings"),
    Step("images", 1_800, after: "caches"),
    Step("session", 1_600, after: "keychain", "network"),
    Step("experiments", 800, after: "network"),
    Step("tabs", 700, main: true, after: "theme"),
    Step("catalogue", 2_600, after: "database"),
    Step("search", 2_200, after: "catalogue"),
    Step("reader", 1_200, after: "session", "database"),
    Step("loans", 1_700, after: "reader"),
    Step("orders", 1_400, after: "reader"),
    Step("notices", 900, after: "reader", "network"),
    Step("skeleton", 800, main: true, after: "tabs", "fonts"),
    Step("covers", 2_000, after: "images", "catalogue"),
    Step("first screen", 1_200, main: true, after: "skeleton", "catalogue"),
    Step("branches", 1_100, after: "database"),
    Step("map", 1_900, main: true, after: "branches", "first screen"),
    Step("loan badge", 300, main: true, after: "loans", "tabs"),
    Step("desk", 900, main: true, after: "orders", "first screen"),
    Step("alerts", 500, main: true, after: "notices", "first screen"),
    Step("recommendations", 2_400, after: "loans", "experiments"),
    Step("prefetch", 1_600, after: "covers", "recommendations"),
    Step("report", 400, after: "prefetch", "search", "desk", "map"),
  ])
}
