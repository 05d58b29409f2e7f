extension LendingScene {
  /// The textbook's pool, the race in it, and the textbook's repair.
  @MainActor
  func playTextbook(_ narrator: Narrator) async -> BlockedReaders.Report {
    await playRace(narrator)
    return await playRepair(narrator)
  }

  @MainActor
  private func playRace(_ narrator: Narrator) async {
    narrator.chapter("The textbook's pool: look, then take")
    narrator.show([
      "if !copies.isEmpty {            // two readers look: one copy is left",
      "  return copies.removeFirst()   // both take it",
      "}",
    ])
    let pair = await LastCopyRace(copies: 1, readers: 2).run()
    narrator.show(pair.map { "\($0.reader) looks, and sees \($0.seen) left." })
    for attempt in pair {
      let found = attempt.copy.map { "copy \($0)" } ?? "nothing: here removeFirst() crashes the app"
      narrator.show("\(attempt.reader) takes, and gets \(found).")
    }
    let crowd = await LastCopyRace(copies: 2, readers: 20).run()
    let cheated = crowd.count(where: \.isBrokenPromise)
    narrator.say(
      """
      With 2 copies and \(crowd.count) readers who look at the same moment, \
      \(crowd.count { $0.seen > 0 }) were told that a copy is there, and for \(cheated) of them it \
      was not. (The scene lets them meet between looking and taking, so that it happens every \
      time. In an app it happens now and then, at the customer's.)
      """)
    narrator.promise(
      "The race can be seen: \(cheated) of \(crowd.count) readers were promised a missing copy.",
      isKept: cheated == 18 && pair.count(where: \.isBrokenPromise) == 1)
  }

  @MainActor
  private func playRepair(_ narrator: Narrator) async -> BlockedReaders.Report {
    narrator.chapter("The textbook's repair: a semaphore that counts, a queue around the array")
    let report = await BlockedReaders(copies: 2, readers: 20).run()
    let patience = Duration.milliseconds(10)
    var table = Table("20 readers, 2 copies", "measured")
    table.add("copies out at most", "\(report.mostOut)")
    table.add("threads blocked when the first copy came back", "\(report.blocked)")
    table.add("time all threads sat blocked", report.waits.total.reading)
    table.add("longest wait", (report.waits.max() ?? .zero).reading)
    table.add("mean wait", report.waits.mean.reading)
    table.add(
      "got the book after \(patience.reading), wanted or not", "\(report.served(later: patience))")
    narrator.show(table)
    narrator.say(
      """
      The race is gone, and each reader who waits costs a thread. Inside acquire() a reader cannot \
      change their mind: there is no timeout and no cancellation, and \
      \(report.served(later: patience)) readers who would have left after \(patience.reading) had \
      to stay until a book came.
      """)
    return report
  }
}
