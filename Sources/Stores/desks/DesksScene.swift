#if SQLite
internal import SceneFloor
internal import StageFloor
internal import StagecraftLists
internal import StagecraftSQLiteStore
internal import StagecraftTableLists

/// Two desks of the City Library edit one table, and a third process draws it.
struct DesksScene {
  private let narrator = Narrator()

  /// Plays the scene.
  ///
  /// - Returns: The exit code: 1 if a claim does not hold.
  func play() async -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    narrator.chapter(
      "DESKS: two desks edit one table, and a third process draws it", underlinedWith: "=")
    do {
      let folder = try TemporaryFolder()
      defer { folder.remove() }
      try await play(at: folder.path + "/library.sqlite")
    } catch {
      writeLine("desks: \(error)", to: STDERR_FILENO)
      return 1
    }
    return narrator.close()
  }

  private func play(at path: String) async throws {
    try Order.makeTable(at: path)
    let orders = try await TableList<Order>("orders", at: SQLiteTables(path))
    let hill = try DeskProcess("Hill", at: path)
    let harbour = try DeskProcess("Harbour", at: path)
    _ = (try await hill.answer(), try await harbour.answer())

    narrator.say("Each desk is a process with a list of its own. This process draws its list:")
    try await playEdits(orders, hill, harbour)
    try await playRace(orders, hill, harbour)
    try await playKill(orders, hill, harbour, path)
    await orders.close()
  }

  private func playEdits(
    _ orders: TableList<Order>, _ hill: DeskProcess, _ harbour: DeskProcess
  ) async throws {
    _ = try await hill.ask("lend 1")
    narrator.step("Hill", "lends Momo")
    try await show(orders) { $0[id: 1]?.state == "lent" }
    _ = try await harbour.ask("lend 4")
    _ = try await hill.ask("return 1")
    narrator.step("Harbour", "lends Krabat, and Hill has Momo back")
    try await show(orders) { $0[id: 1]?.state == "free" && $0[id: 4]?.state == "lent" }
    let rows = orders.list.snapshot()
    narrator.promise(
      "The list has followed both desks, by the rows that changed.",
      isKept: rows.map(\.state) == ["free", "free", "free", "lent", "free", "free"])
  }

  private func playRace(
    _ orders: TableList<Order>, _ hill: DeskProcess, _ harbour: DeskProcess
  ) async throws {
    hill.order("count 6")
    harbour.order("count 6")
    _ = (try await hill.answer(), try await harbour.answer())
    narrator.step("both", "raise one counter fifty times each, at the same time")
    try await orders.catchUp()
    let count = orders.list.snapshot()[id: 6]?.reader ?? ""
    narrator.promise("No edit is lost: the counter is \(count).", isKept: count == "100")
  }

  private func playKill(
    _ orders: TableList<Order>, _ hill: DeskProcess, _ harbour: DeskProcess, _ path: String
  ) async throws {
    let before = try await hill.ask("digest")
    _ = try await harbour.ask("lose")
    narrator.step(
      "Harbour", "changes every row in a transaction, and is killed in the middle of it")
    harbour.kill()
    let after = try await hill.ask("digest")
    narrator.promise("No list shows a part of a transaction.", isKept: before == after)
    _ = try await hill.ask("lend 2")
    let again = try DeskProcess("Harbour", at: path)
    _ = try await again.answer()
    _ = try await again.ask("lend 3")
    narrator.step("Harbour", "is started again; Hill lends Emil, Harbour lends Heidi")
    try await show(orders) { $0[id: 2]?.state == "lent" && $0[id: 3]?.state == "lent" }
    let digests = [try await hill.ask("digest"), try await again.ask("digest")]
    let fresh = try await TableList<Order>("orders", at: SQLiteTables(path))
    let all = digests + [orders.list.snapshot().digest, fresh.list.snapshot().digest]
    await fresh.close()
    narrator.promise(
      "At the end, both desks, this list and one that has just been read are equal: \(all[0]).",
      isKept: Set(all).count == 1)
  }

  /// Waits until the list shows something, and draws it.
  private func show(
    _ orders: TableList<Order>, until isShown: (ListSnapshot<Order>) -> Bool
  ) async throws {
    for await transition in orders.list.transitions() where isShown(transition.new) {
      narrator.draw(transition.new.drawing)
      return
    }
  }
}
#endif
