import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftMemory

/// The values of a monitor's events, reports and sources, also when the monitor is deallocated.
@Suite(.timeLimit(.minutes(3)))
struct PressureMonitorReadersTests {
  private let source = ScriptedSource()
  private let clock = ManualClock()
  private let monitor: PressureMonitor

  init() {
    monitor = PressureMonitor(sources: .only(source), clock: clock)
  }

  @Test
  func levelReturnsToNormalWithoutFurtherReports() async throws {
    var events = monitor.events.makeAsyncIterator()
    #expect(await events.next()?.level == .normal)
    source.report(.high)
    let event = try #require(await events.next())
    #expect(event == PressureEvent(level: .high, cause: .simulated, time: .zero))
    _ = try await clock.nextSleep()
    clock.advance(by: .seconds(10))
    let end = try #require(await events.next())
    #expect(end == PressureEvent(level: .normal, cause: .subsided, time: .seconds(10)))
  }

  @Test
  func slowReaderReceivesTheLatestState() async throws {
    var events = monitor.events.makeAsyncIterator()
    _ = await events.next()
    source.report(.elevated)
    source.report(.critical)
    source.report(.normal)
    #expect(await events.next()?.level == .normal)
  }

  @Test
  func sequenceEndsWhenItsTaskIsCancelled() async throws {
    let monitor = monitor
    let began = Gate()
    let reader = Task {
      var events = monitor.events.makeAsyncIterator()
      _ = await events.next()
      began.open()
      return await events.next() == nil
    }
    await began.wait()
    reader.cancel()
    #expect(await reader.value)
  }

  @Test
  func sourcesAreListedWithTheirStates() async throws {
    let refusing = ScriptedSource("psi", refusing: PressureSourceError("there is no such file"))
    let lost = ScriptedSource("group")
    let monitor = PressureMonitor(sources: .only(refusing, lost))
    lost.reporter?.reportWatching("memory.events")
    let member = lost.reporter?.member("limits")
    member?.reportWatching("75 %")
    #expect(
      monitor.sources.map(\.description) == [
        "psi: unavailable, because there is no such file", "group: memory.events", "limits: 75 %",
      ])
    member?.report(.elevated)
    #expect(monitor.level == .elevated)
    lost.reporter?.reportLoss("it was removed")
    #expect(monitor.sources[1].description == "group: lost, because it was removed")
    #expect(monitor.sources.map(\.isWatching) == [false, false, true])
  }

  @Test
  func deallocatedMonitorEndsSourcesSequencesAndPass() async throws {
    let source = ScriptedSource()
    var monitor: PressureMonitor? = PressureMonitor(sources: .only(source), clock: clock)
    let gate = Gate()
    let began = Gate()
    let asked = Asked<String>()
    let one = monitor?.register("a", cost: .free) { _ in
      asked.append("a")
      began.open()
      await gate.wait()
      return 0
    }
    let other = monitor?.register("b", cost: .free) { _ in
      asked.append("b")
      return 0
    }
    var events = try #require(monitor?.events).makeAsyncIterator()
    let reports = try #require(monitor?.reports)
    _ = await events.next()
    source.report(.critical)
    await began.wait()
    monitor = nil
    #expect(source.endCount == 1)
    #expect(await events.next() == nil)
    source.report(.critical)
    gate.open()
    for await _ in reports { Issue.record("A deallocated monitor has reported a pass.") }
    #expect(asked.all == ["a"])
    withExtendedLifetime((one, other)) {}
  }

  @Test
  func waiterForAPassOfADeallocatedMonitorReceivesItsReport() async throws {
    var monitor: PressureMonitor? = PressureMonitor(sources: .none, clock: clock)
    let gate = Gate()
    let began = Gate()
    let hanging = monitor?.register("hanging", cost: .computed) { _ in
      began.open()
      await gate.wait()
      return 0
    }
    let quick = monitor?.register("quick", cost: .free) { _ in 3 }
    let core = try #require(monitor).core
    async let pass = core.relieve(.critical, target: nil, includingLossy: false)
    await began.wait()
    monitor = nil
    let report = await pass
    #expect(report.entries.map(\.name) == ["quick", "hanging"])
    #expect(report.released == 3)
    guard case .overdue = report.entries[1].outcome else {
      Issue.record("The pass waited for the hanging responder.")
      return
    }
    gate.open()
    withExtendedLifetime((hanging, quick)) {}
  }
}
