internal import Foundation
internal import Stagecraft

/// A task of an app's launch.
struct LaunchTask: Sendable {
  /// Whether the task occupies the main thread, another one, or none.
  enum Kind: Sendable {
    case main, computing, waiting
  }

  let name: String
  let kind: Kind
  private(set) var duration: Duration
  let urgency: OperationPriority
  let needs: [String]

  init(
    _ name: String, _ kind: Kind, _ milliseconds: Int, _ urgency: OperationPriority,
    needs: String...
  ) {
    (self.name, self.kind, self.urgency, self.needs) = (name, kind, urgency, needs)
    duration = .milliseconds(milliseconds)
  }

  /// The same task, which takes longer.
  func slowed(by factor: Int) -> LaunchTask {
    var task = self
    task.duration = duration * factor
    return task
  }

  static let collector = "collector"
  static let firstScreen = "launch page"
  /// The task that fails in one of the launches.
  static let failing = "recommendations"

  /// Thirty tasks, each listed after those that it needs.
  static let all = [
    LaunchTask(collector, .computing, 4, .high),
    LaunchTask("settings", .computing, 6, .high, needs: collector),
    LaunchTask("logging", .computing, 4, .low, needs: collector),
    LaunchTask("image collection", .computing, 8, .normal, needs: collector),
    LaunchTask("theme", .main, 5, .normal, needs: "settings"),
    LaunchTask("fonts", .computing, 10, .normal, needs: collector),
    LaunchTask("database", .computing, 16, .normal, needs: "settings"),
    LaunchTask("certificates", .computing, 8, .low, needs: collector),
    LaunchTask(
      "network configuration", .waiting, 15, .high, needs: "settings", "certificates",
      "image collection"),
    LaunchTask("session", .computing, 5, .high, needs: "network configuration"),
    LaunchTask("feature flags", .waiting, 20, .normal, needs: "network configuration"),
    LaunchTask("push registration", .waiting, 12, .low, needs: "session"),
    LaunchTask("image caches", .computing, 12, .normal, needs: "image collection"),
    LaunchTask("user data", .waiting, 25, .high, needs: "network configuration", "session"),
    LaunchTask("catalogue", .waiting, 18, .high, needs: "session", "database"),
    LaunchTask("orders", .waiting, 15, .normal, needs: "user data"),
    LaunchTask("reading list", .computing, 8, .normal, needs: "user data", "database"),
    LaunchTask(failing, .computing, 12, .normal, needs: "user data", "catalogue"),
    LaunchTask("branches", .computing, 10, .normal, needs: "database"),
    LaunchTask("window", .main, 6, .high, needs: collector),
    LaunchTask(firstScreen, .main, 10, .high, needs: "window", "theme", "fonts"),
    LaunchTask("tab bar", .main, 5, .normal, needs: firstScreen),
    LaunchTask("content page", .main, 12, .high, needs: firstScreen, "user data", "image caches"),
    LaunchTask("orders page", .main, 8, .normal, needs: "tab bar", "orders"),
    LaunchTask("suggestions", .main, 6, .normal, needs: "content page", failing),
    LaunchTask("map page", .main, 8, .low, needs: "tab bar", "branches"),
    LaunchTask("search index", .computing, 20, .low, needs: "catalogue"),
    LaunchTask("spelling", .computing, 10, .low, needs: "search index"),
    LaunchTask("statistics", .computing, 5, .low, needs: "settings"),
    LaunchTask("widgets", .computing, 8, .low, needs: "reading list"),
  ]
}

extension [LaunchTask] {
  /// The number of dependencies.
  var dependencies: Int { reduce(0) { $0 + $1.needs.count } }

  /// A task and all that must end before it starts.
  func needed(for name: String) -> Set<String> {
    var found: Set<String> = []
    var pending = [name]
    while let next = pending.popLast() {
      if found.insert(next).inserted { pending += first { $0.name == next }?.needs ?? [] }
    }
    return found
  }

  /// The tasks as a trace in which each takes exactly its time, to compute bounds from.
  var trace: OperationTrace {
    let numbers = Dictionary(uniqueKeysWithValues: enumerated().map { ($1.name, $0) })
    let nodes = enumerated().map { number, task in
      OperationTrace.Node(
        id: number, name: task.name, lane: task.kind == .main ? "main" : "compute",
        occupiesCore: task.kind != .waiting,
        attempts: [OperationTrace.Attempt(started: .zero, ended: task.duration)],
        dependencies: task.needs.map { OperationTrace.Dependency(on: numbers[$0] ?? 0) })
    }
    return OperationTrace(name: "launch", nodes: nodes)
  }
}

/// A launch, as recorded by its tasks.
struct LaunchReport: Sendable {
  fileprivate(set) var began: [String: Duration] = [:]
  fileprivate(set) var ended: [String: Duration] = [:]
  /// The tasks that began before something that they need had ended.
  fileprivate(set) var missed: [(task: String, needed: String)] = []
  /// The tasks that failed when the error collector was ready.
  fileprivate(set) var collectedErrors: [String] = []
  fileprivate(set) var mostAtATime = 0
  var firstScreen: Duration { ended[LaunchTask.firstScreen] ?? .seconds(9) }
  var total: Duration { ended.values.max() ?? .zero }

  /// Whether a task ended before another began.
  func keeps(_ task: String, before other: String) -> Bool {
    guard let end = ended[task], let beginning = began[other] else { return false }
    return end <= beginning
  }
}

/// Runs tasks and records what happens.
final class LaunchLog: Sendable {
  private let start = ContinuousClock.now
  private let recorded = Locked(LaunchReport())
  private let running = Gauge()
  private let live: LiveTrack
  init(_ live: LiveTrack = LiveTrack()) { self.live = live }

  var report: LaunchReport {
    var report = recorded.withLock { $0 }
    report.mostAtATime = running.peak
    return report
  }

  private func begin(_ task: LaunchTask) {
    running.enter()
    live.began(task.name, .running)
    let moment = ContinuousClock.now - start
    recorded.withLock { report in
      report.began[task.name] = moment
      for needed in task.needs where report.ended[needed] == nil {
        report.missed.append((task.name, needed))
      }
    }
  }

  private func end(_ task: LaunchTask) {
    let moment = ContinuousClock.now - start
    recorded.withLock { $0.ended[task.name] = moment }
    live.ended(task.name)
    running.leave()
  }

  func run(_ task: LaunchTask) async throws {
    if task.kind == .waiting { try await wait(task) } else { try work(task) }
  }

  /// Keeps the thread busy for as long as the task takes.
  func work(_ task: LaunchTask, failing name: String? = nil) throws {
    begin(task)
    defer { end(task) }
    task.duration.spin()
    guard task.name == name else { return }
    recorded.withLock { report in
      if report.ended[LaunchTask.collector] != nil { report.collectedErrors.append(task.name) }
    }
    throw CocoaError(.fileNoSuchFile)
  }

  func wait(_ task: LaunchTask) async throws {
    begin(task)
    defer { end(task) }
    try await Task.sleep(for: task.duration)
  }
}
