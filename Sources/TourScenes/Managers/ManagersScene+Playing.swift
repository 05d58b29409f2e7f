internal import Stagecraft

extension ManagersScene {
  @MainActor
  func playOneForAll(_ narrator: Narrator) async throws {
    narrator.chapter("The textbook's trouble: one queue for everything")
    let (order, peak) = try await ManagersEpisodes.oneForAll()
    narrator.show(order.joined(separator: " → "))
    narrator.promise(
      "The order of Ada waited for \(order.count - 1) others that it has nothing to do with.",
      isKept: order.last == "order of Ada" && peak == 1)
    narrator.say(
      """
      The catalogue must be written by one at a time, and so the queue is serial for all. With more \
      places the covers would be quicker, and the catalogue broken.
      """)
  }

  @MainActor
  func playShared(_ narrator: Narrator) async throws -> ManagersEpisodes.Shared {
    narrator.chapter("Types that say nothing share the global manager")
    narrator.show(["struct CoverFetch: AsyncOperation { func run(_:) … }   // that is all"])
    let report = try await ManagersEpisodes.shared()
    narrator.promise(
      "Two covers and two lives ran in “\(report.managers.joined(separator: ", "))”, "
        + "\(report.peak) at a time.",
      isKept: report.managers == ["shared"] && report.peak == 4)
    return report
  }

  @MainActor
  func playOwn(_ narrator: Narrator) async throws -> ManagersEpisodes.Own {
    narrator.chapter("A type with a manager of its own")
    narrator.show(["static let manager = OperationManager(\"catalogue\", maximumConcurrency: 1)"])
    let report = try await ManagersEpisodes.own()
    narrator.show(report.order.joined(separator: " → "))
    narrator.promise(
      "All writes ran in “\(report.managers.joined(separator: ", "))”, \(report.peak) at a time, "
        + "in the order in which they were submitted.",
      isKept: report.managers == ["catalogue"] && report.peak == 1
        && report.order == (1...6).map { "write \($0)" })
    return report
  }

  @MainActor
  func playItself(_ narrator: Narrator) async throws -> ManagersEpisodes.Itself {
    narrator.chapter("A type that takes over its own scheduling")
    narrator.show([
      "func schedule(_ ready: ReadyOperation<LabelPrint>, in manager: OperationManager) {",
      "  for label in sheet.add(ready) { label.start() }   // none, or all of a full sheet",
      "}",
    ])
    let report = try await ManagersEpisodes.itself()
    narrator.show(report.explanation)
    let sheets = report.sheets.map { "\($0)" }.joined(separator: " ")
    narrator.show("six labels, on the sheets: \(sheets)")
    narrator.promise(
      "No label was printed before its sheet was full, \(report.early) of the first two; then "
        + "\(report.peak) at a time.",
      isKept: report.early == 0 && report.sheets == [1, 1, 1, 2, 2, 2] && report.peak == 3
        && report.explanation.contains("waits to be started by its type"))
    narrator.promise(
      "A label that waits for its sheet can still be cancelled.",
      isKept: report.cancelled?.cancellation == .requested)
    return report
  }
}
