/// Types of operations, and who starts them.
struct ManagersScene: Scene {
  let name = "managers"
  let summary = "one type schedules itself, one has its own manager, others share"

  func play(_ narrator: Narrator) async throws {
    try await playOneForAll(narrator)
    let shared = try await playShared(narrator)
    let own = try await playOwn(narrator)
    let itself = try await playItself(narrator)
    narrator.chapter("What this shows")
    var table = Table("type", "manager", "at a time", aligned: [.left, .left])
    table.add("CoverFetch, AuthorFetch", shared.managers.joined(separator: ", "), "\(shared.peak)")
    table.add("CatalogueWrite", own.managers.joined(separator: ", "), "\(own.peak)")
    table.add("LabelPrint", "shared, by itself", "\(itself.peak)")
    narrator.show(table)
    narrator.say(
      """
      Where an operation runs is a matter of its type, written once, beside what it does. Who \
      submits it need not know: submit() is the same for all of them, and so is the handle.
      """)
  }
}
