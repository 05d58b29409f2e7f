internal import Stagecraft

extension ManagersScene {
  func playOneForAll(_ narrator: Narrator) async throws {
    narrator.chapter("The textbook: one serial queue for everything")
    let manager = OperationManager("the queue", maximumConcurrency: 1)
    narrator.record(manager, as: "one queue")
    let logbook = Logbook()
    for name in (1...6).map({ "cover \($0)" }) + ["write 1", "order of Ada"] {
      manager.submit(OperationOptions(name)) {
        try await logbook.note(name) { try await Task.sleep(for: .milliseconds(1)) }
      }
    }
    try await manager.waitUntilIdle()
    let order = logbook.order
    narrator.show(order.joined(separator: " → "))
    narrator.observation(
      "The order of Ada waits for \(order.count - 1) operations that it does not need.",
      isSeen: order.count == 8 && order.last == "order of Ada" && logbook.running.peak == 1)
  }
}
