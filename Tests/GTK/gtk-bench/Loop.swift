#if Maps && WebPages
import CStageGTK
import StagecraftGTK
import StagecraftGTKTestKit

/// The main actor on GTK's main loop.
@MainActor
enum Loop {
  static func start(_ report: Report) async throws {
    let label = Label("Stagecraft")
    let window = TestWindow(label)
    try await window.open()
    report.add(
      "start to first frames", "\(Clock.sinceStart.ms), \(Clock.process.ms) of processor time")
    window.close()
  }

  static func idle(_ report: Report) async throws {
    let window = TestWindow(Label("Stagecraft"))
    try await window.open()
    // What the window has started, such as its animations, is over by then.
    try await Task.sleep(for: .seconds(1))
    let (processor, drains) = (Clock.process, stage_loop_drains())
    let seconds = report.isSmoke ? 1.0 : 5.0
    try await Task.sleep(for: .seconds(seconds))
    let used = Clock.process - processor
    let wakes = Int(stage_loop_drains() - drains)
    report.add(
      "idle for \(Int(seconds)) s: processor time, turns of the main actor",
      "\(used.ms), \(wakes)", target: "5 ms", isMet: used < 0.005)
    // Other sources of the main loop than the main actor, and other threads, take time only.
    report.check(
      "nothing polls", wakes < 5 && used < 0.05 * seconds, "\(wakes) turns, \(used.ms)")
    window.close()
  }

  static func hops(_ report: Report) async throws {
    let count = report.isSmoke ? 10_000 : 100_000
    for tasks in [1, 8] {
      let (wall, main) = (Clock.wall, Clock.thread)
      let strays = await withTaskGroup(of: Int.self) { group in
        for _ in 0..<tasks {
          group.addTask {
            var strays = 0
            for _ in 0..<(count / tasks) {
              if await !isOnFirstThread() { strays += 1 }
            }
            return strays
          }
        }
        var strays = 0
        for await some in group { strays += some }
        return strays
      }
      let (time, used) = (Clock.wall - wall, Clock.thread - main)
      report.add(
        "\(count) hops to the main actor, \(tasks == 1 ? "one task" : "\(tasks) tasks")",
        "\(time.ms), \(used.ms) on its thread, \(Int(Double(count) / time)) a second")
      report.check("hops arrive on the first thread", strays == 0, "\(strays) elsewhere")
    }
  }

  private static func isOnFirstThread() -> Bool { stage_is_first_thread() != 0 }
}
#endif
