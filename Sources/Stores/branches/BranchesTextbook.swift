#if SQLite
internal import SceneFloor

extension BranchesScene {
  /// Two desks look at a flag before either of them writes it.
  func playFlag(_ narrator: Narrator, _ folder: String) async throws {
    narrator.chapter("The textbook: if flag == \"free\" { flag = \"Central\" }")
    narrator.say("The only copy of a book. A file says whether it is free; each desk looks first.")
    TextFile(folder + "/flag").text = "free"
    let desks = [try DeskProcess("Central", at: folder), try DeskProcess("Harbour", at: folder)]
    var seen: [String] = []
    for desk in desks {
      seen.append(try await desk.ask("look"))
      narrator.step(desk.name, "looks: \(seen[seen.count - 1])")
    }
    for desk in desks {
      _ = try await desk.ask("take")
      narrator.step(desk.name, "writes its name, and lends the copy")
    }
    let last = TextFile(folder + "/flag").text
    narrator.observation(
      "Both desks have lent the only copy; the file names one, \(last).",
      isSeen: seen == ["free", "free"] && last == "Harbour")
  }

  /// A desk is paused between its look at the lock and its write.
  func playLock(_ narrator: Narrator, _ folder: String) async throws {
    narrator.chapter("The textbook's repair: a lock that times out")
    narrator.say(
      """
      Looking and taking are now one step, and a lock that is not returned times out, because a desk \
      may crash. The lock is correct. A desk checks it before each entry in the catalogue.
      """)
    let timeout: Int64 = 400
    let central = try DeskProcess("Central", at: folder)
    let harbour = try DeskProcess("Harbour", at: folder)
    _ = try await central.ask("lock \(timeout)")
    let checked = try await central.ask("check")
    narrator.step("Central", "takes the lock for \(timeout) ms, checks it: \(checked)")
    central.pause()
    narrator.step("Central", "is paused here: a debugger, a full disk, a laptop that sleeps")
    _ = try await harbour.ask("lock 60000")
    _ = try await harbour.ask("enter copy 1 is lent to Ben, by Harbour")
    narrator.step("Harbour", "takes the lock after its timeout, and enters: copy 1 is lent to Ben")
    central.goOn()
    // The check was before the pause, so this is the next instruction.
    _ = try await central.ask("enter copy 1 is lent to Ada, by Central")
    narrator.step("Central", "continues, and enters what it was about to: copy 1 is lent to Ada")
    let entry = TextFile(folder + "/catalogue").text
    let holder = try await harbour.ask("check")
    narrator.observation(
      "Harbour holds the lock, and Central has written. The entry for Ben is lost: \"\(entry)\".",
      isSeen: checked == "mine" && holder == "mine" && entry.contains("Ada"))
  }
}
#endif
