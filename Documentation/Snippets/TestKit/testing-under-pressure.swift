// Memory pressure triggered by a test.
// snippet.hide
import StagecraftMemory
import StagecraftTestKit
import Synchronization

final class Covers: Sendable {
  private let bytes = Atomic(4096)
  var isEmpty: Bool { bytes.load(ordering: .relaxed) == 0 }
  func dropAll() -> Int { bytes.exchange(0, ordering: .relaxed) }
}

func testPressure() async {
  let covers = Covers()
  // snippet.show
  let trigger = PressureTrigger()
  let pressure = PressureMonitor(sources: .only(trigger))
  let registration = pressure.register("covers", cost: .computed) { _ in covers.dropAll() }

  let report = await trigger.press(.critical)  // returns when all have been asked
  precondition(report?.released == 4096 && covers.isEmpty)
  // snippet.hide
  registration.end()

  // snippet.show
  precondition(pressure.level == .critical)
  trigger.report(.normal)  // like a source that withdraws its report
  precondition(pressure.level == .normal)
  // snippet.hide
}

func testCalm() async throws {
  let clock = ManualClock()
  let trigger = PressureTrigger()
  let pressure = PressureMonitor(sources: .only(trigger), clock: clock)
  trigger.report(.high)
  // snippet.show
  try await clock.nextSleep()  // the monitor waits for the pressure to fade
  clock.advance(by: .seconds(10))
  for await event in pressure.events where event.level == .normal { break }
  // snippet.hide
}

func testPipe() throws {
  // snippet.show
  let pipe = try PressureFIFO()
  let pressure = PressureMonitor(sources: .automatic(environment: pipe.environment))
  pipe.signal()  // as the service manager does when memory is short
  // snippet.hide
  print(pressure.sources)
}

await testPressure()
try await testCalm()
try testPipe()
