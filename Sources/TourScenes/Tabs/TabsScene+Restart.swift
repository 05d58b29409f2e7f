internal import Foundation

extension TabsScene {
  /// A process is killed, and the next one goes on.
  @MainActor
  func playRestart(_ narrator: Narrator) async throws {
    narrator.chapter("The process is killed: StateFile")
    narrator.show([
      "try await window.saveState(to: file)",
      "window.restore(from: archive, catalog: catalog)",
    ])
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("stagecraft-tabs-\(UUID().uuidString)").path
    let registration = Leftovers.shared.add { try? FileManager.default.removeItem(atPath: path) }
    defer {
      try? FileManager.default.removeItem(atPath: path)
      registration.end()
    }
    let first = try await TabsVisit(.saving(path: path), program: program).play()
    let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    let second = try await TabsVisit(.restoring(path: path), program: program).play()
    narrator.say(
      """
      A process of its own: the user goes to another tab, three screens further, and writes a word \
      on each. Its state is \(size) bytes in a file. Then it is killed, and another begins with \
      that file:
      """)
    var table = Table("the first, when it was killed", "the second", aligned: [.left, .left])
    for number in 0..<max(first.lines.count, second.lines.count) {
      table.add(
        first.lines.indices.contains(number) ? first.lines[number] : "",
        second.lines.indices.contains(number) ? second.lines[number] : "")
    }
    narrator.show(table)
    narrator.promise(
      "The second process has the tab, the stack and the words of the first, which was killed.",
      isKept: first.ending == .killed(signal: SIGKILL) && second.ending == .exited(0)
        && first.lines == second.lines && first.lines.count == 5)
  }
}
