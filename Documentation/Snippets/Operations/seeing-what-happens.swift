// What operations do, and why one of them has not started.
// snippet.hide
import Foundation
import StagecraftOperations

func watch() async throws {
  // snippet.show
  var configuration = OperationManager.Configuration()
  configuration.recordsTrace = true
  configuration.stallThreshold = .seconds(10)
  let manager = OperationManager("reviews", configuration: configuration)
  // snippet.hide

  // snippet.show
  let observation = manager.observe { event in
    switch event.kind {
    case .started(let attempt): print("\(event.name) starts, attempt \(attempt)")
    case .ended(let ending): print("\(event.name) has \(ending)")
    case .stalled(let why): print(why)
    case .submitted, .ready, .retrying: break
    }
  }
  // snippet.hide

  let login = manager.submit("login") { "Ada" }
  let favourite = manager.submit("favourite", after: login) { print("\($0) keeps a book.") }
  // snippet.show
  print(manager.explain(favourite))
  // snippet.hide
  try await manager.waitUntilIdle()

  // snippet.show
  let trace = manager.trace
  for step in trace.criticalPath.steps {
    print("\(step.name): waited \(step.waiting), ran \(step.selfTime)")
  }
  // snippet.hide
  withExtendedLifetime(observation) {}
}

func progress() async throws {
  let covers = OperationManager("covers")
  let cover = covers.submit("cover") {
    // snippet.show
    OperationContext.current?.report(progress: 0.5)
    // snippet.hide
  }
  let following = Task {
    // snippet.show
    for await progress in covers.progressUpdates {
      print("\(progress.finished) of \(progress.total)")
      if progress.finished == progress.total { break }
    }
    // snippet.hide
  }
  try await cover.value
  await following.value
}

func exportText() async throws { print("text") }
func exportPage(_ page: Int) async throws { print("page \(page)") }
func exportMaps() async throws { print("maps") }

func parts() async throws {
  let export = OperationManager("export").submit {
    guard let context = OperationContext.current else { return }
    // snippet.show
    let text = context.children.submit("text") { try await exportText() }
    let maps = context.children.submit("maps") { try await exportMaps() }
    context.report(progressOf: [text: 1, maps: 3])
    // snippet.hide
    // snippet.show
    let pages = (1...9).map { page in context.children.submit { try await exportPage(page) } }
    context.report(progressOf: pages.map { ($0, 1) })
    // snippet.hide
  }
  // snippet.show
  let progress = Progress(totalUnitCount: 100)
  for await fraction in export.progressUpdates {
    progress.completedUnitCount = Int64(100 * fraction)
  }
  // snippet.hide
}

try await watch()
try await progress()
try await parts()
