import StagecraftLists
import StagecraftMemory
import StagecraftPools
import StagecraftTestKit
import Testing

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct CellShrinkingTests {
  let trigger = PressureTrigger()
  let pressure: PressureMonitor
  let pool = CellPool<CellOrder>.makeDesk()

  init() {
    var policy = PressurePolicy()
    policy.holdOff = .zero
    policy.criticalHoldOff = .zero
    pressure = PressureMonitor(sources: .only(trigger), policy: policy, clock: ManualClock())
  }

  @Test
  func pressureReleasesIdleCellsOnly() async {
    pool.warmUp(.orderCell, count: 8)
    let row = CellOrder(id: 1, title: "Emma")
    let cell = pool.dequeue(.orderCell, for: row)
    pool.registerForPressure(with: pressure, as: "orders", bytesPerCell: 10)
    let entries = await trigger.press(.elevated, target: 21)?.entries ?? []
    #expect(entries.map(\.name) == ["orders"])
    #expect(entries.map(\.estimated) == [70])
    #expect(entries.map(\.released) == [30])
    #expect(await trigger.press(.critical)?.entries.map(\.released) == [40])
    #expect(pool.cell(.orderCell, showing: 1) === cell)
    #expect(pool.reconfigure(row) && cell.title == "Emma")
  }
}
