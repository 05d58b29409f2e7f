// Responders that release memory when it runs short.
// snippet.hide
import StagecraftMemory
import Synchronization

final class ArticleStore: Sendable {
  private let bytes = Mutex(3_000_000)
  var bytesOutOfSight: Int { bytes.withLock { $0 } }
  func dropOutOfSight(_ target: Int?) -> Int {
    bytes.withLock { bytes in
      let dropped = min(bytes, target ?? bytes)
      bytes -= dropped
      return dropped
    }
  }
}

@MainActor final class MapScreen {
  func unloadIfHidden() -> Int { 1_000_000 }
}

final class CoverStore: Sendable {
  let bytes = 40
  func shrink(by target: Int?) -> Int { min(target ?? bytes, bytes) }
}

// snippet.show
final class ArticleReader: Sendable {
  private let articles: ArticleStore
  private let registration: PressureRegistration

  init(_ articles: ArticleStore, under pressure: PressureMonitor) {
    self.articles = articles
    registration = pressure.register(
      "articles", cost: .fetched, estimate: { articles.bytesOutOfSight },
      release: { request in articles.dropOutOfSight(request.target) })
  }
}
// snippet.hide

func registerOwners(
  _ articles: ArticleStore, _ map: MapScreen, under pressure: PressureMonitor
) {
  // snippet.show
  pressure.register(for: articles, "articles", cost: .fetched) { articles, request in
    articles.dropOutOfSight(request.target)
  }
  // snippet.hide
  // snippet.show
  pressure.register(
    for: map, "map of the branch", cost: .noticed, from: .high, on: .mainActor
  ) { @MainActor map, _ in
    map.unloadIfHidden()
  }
  // snippet.hide
}

func readReports(of pressure: PressureMonitor) async {
  // snippet.show
  for await report in pressure.reports {
    print("\(report.level): \(report.released) bytes by their own account")
    print("resident before \(report.residentBefore ?? 0), after \(report.residentAfter ?? 0)")
    for entry in report.entries { print(entry.name, entry.cost, entry.outcome, entry.duration) }
  }
  // snippet.hide
}

func relieveByHand(_ pressure: PressureMonitor) async {
  // snippet.show
  let report = await pressure.relieve(.high, target: 100 << 20)
  // snippet.hide
  print("\(report.released) bytes were given back.")
}

func makeMonitor() -> PressureMonitor {
  // snippet.show
  var policy = PressurePolicy()
  policy.returnsFreedMemory = true
  let pressure = PressureMonitor(policy: policy)
  // snippet.hide
  return pressure
}

func registerCovers(_ covers: CoverStore) {
  // snippet.show
  let pressure = PressureMonitor()

  let registration = pressure.register(
    "covers", cost: .readFromDisk, estimate: { covers.bytes },
    release: { request in covers.shrink(by: request.target) })
  // snippet.hide
  registration.end()
}

let articles = ArticleStore()
let pressure = PressureMonitor(sources: .none)
let reader = ArticleReader(articles, under: pressure)
let map = MapScreen()
registerOwners(articles, map, under: pressure)
await relieveByHand(pressure)
registerCovers(CoverStore())
withExtendedLifetime((reader, map)) {}
