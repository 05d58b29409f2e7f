extension LaunchScene {
  /// One task after the other, in an order that somebody found.
  @MainActor
  func playInARow(_ narrator: Narrator) async throws -> LaunchReport {
    narrator.chapter("The textbook's launch: one task after the other")
    let report = try await LaunchInARow(tasks: tasks).run()
    narrator.say(
      """
      The first screen came after \((report.firstScreen ?? .zero).reading), and the launch took \
      \(report.total.reading). The order is right, because somebody wrote it down so; nothing says \
      why, and nothing runs beside anything.
      """)
    narrator.promise(
      "In a row all \(tasks.edges) edges are kept, and one task runs at a time.",
      isKept: report.missed.isEmpty && report.atATime == 1 && report.done.count == tasks.count)
    return report
  }

  /// The urgent first.
  @MainActor
  func playByPriority(_ narrator: Narrator) async throws -> LaunchReport {
    narrator.chapter("The next idea: a queue with \(cores) places, the urgent first")
    let report = try await LaunchByPriority(tasks: tasks, cores: cores).run()
    narrator.show(
      report.missed.prefix(4).map { "“\($0.task)” began, and “\($0.needed)” had not ended" })
    narrator.say(
      """
      It took \(report.total.reading), and is wrong: a priority says what one would like, not what \
      must be. What is urgent ran before the modest things that it needs.
      """)
    narrator.promise(
      "By priority \(report.missed.count) of \(tasks.edges) edges were not kept.",
      isKept: report.missed.contains { $0 == ("network configuration", "certificates") }
        && report.done.count == tasks.count)
    return report
  }
}
