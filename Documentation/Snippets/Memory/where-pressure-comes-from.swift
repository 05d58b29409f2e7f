// Sources of memory pressure, and observing the level.
// snippet.hide
import StagecraftMemory

struct GrowthToken: Sendable {
  func end() {}
}

final class CoverStore: Sendable {
  func onGrowth(_ body: @escaping @Sendable (Int) -> Void) -> GrowthToken {
    body(250_000_000)
    return GrowthToken()
  }
}

@MainActor final class Banner {
  var isHidden = true
}

func showFewerCovers() { print("There are fewer covers now.") }

// snippet.show
struct CoverBudget: PressureSource {
  let covers: CoverStore
  var name: String { "covers" }

  func watch(_ reporter: PressureReporter) throws -> ObservationToken {
    let token = covers.onGrowth { bytes in
      reporter.report(bytes > 200_000_000 ? .elevated : .normal, lasting: .untilChanged)
    }
    return ObservationToken { token.end() }
  }
}
// snippet.hide

func setBudget() -> PressureMonitor {
  // snippet.show
  let pressure = PressureMonitor(sources: .automatic.and(PressureBudget(bytes: 400 << 20)))
  // snippet.hide
  return pressure
}

@MainActor final class Button {
  func onClick(_ action: @escaping @MainActor () -> Void) { action() }
}

@MainActor func addButton(_ shortage: Button) -> PressureMonitor {
  // snippet.show
  let trigger = PressureTrigger(name: "button")
  let pressure = PressureMonitor(sources: .automatic.and(trigger))
  shortage.onClick { Task { await trigger.press(.critical) } }
  // snippet.hide
  return pressure
}

func listSources(of pressure: PressureMonitor) {
  // snippet.show
  for source in pressure.sources { print(source) }
  // snippet.hide
}

@MainActor func observe(_ pressure: PressureMonitor, _ banner: Banner) -> ObservationToken {
  // snippet.show
  let observation = pressure.observe { @MainActor event in
    banner.isHidden = event.level < .high
  }
  // snippet.hide
  return observation
}

@MainActor func follow(_ pressure: PressureMonitor, _ banner: Banner) async {
  // snippet.show
  for await event in pressure.events {
    banner.isHidden = event.level < .high
  }
  // snippet.hide
}

func readLevel(of pressure: PressureMonitor) {
  // snippet.show
  if pressure.level >= .high { showFewerCovers() }
  // snippet.hide
}

let pressure = PressureMonitor(sources: .only(CoverBudget(covers: CoverStore())))
print("The level is \(pressure.level).")
readLevel(of: pressure)
let observation = observe(pressure, Banner())
observation.cancel()
listSources(of: setBudget())
