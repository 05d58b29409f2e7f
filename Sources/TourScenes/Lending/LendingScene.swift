/// Two copies of a book, and twenty readers who want it at once.
struct LendingScene: Scene {
  let name = "lending"
  let summary = "two copies of a book, lent to twenty readers"

  func play(_ narrator: Narrator) async throws {
    let textbook = await playTextbook(narrator)
    let ours = await playOurs(narrator)
    try await playImpatience(narrator)
    try await playThirdCopy(narrator)
    try await playMixedLine(narrator)
    conclude(narrator, textbook: textbook, ours: ours)
  }

  @MainActor
  private func conclude(
    _ narrator: Narrator, textbook: BlockedReaders.Report, ours: LendingDay.Report
  ) {
    narrator.chapter("What this shows")
    narrator.say(
      """
      Both served \(ours.visits.count) readers with \(ours.stock.owned) copies. The textbook's pool \
      kept up to \(textbook.blocked) threads asleep for it, \(textbook.waits.total.reading) in all; \
      with ours, \(ours.threads) did everything: a task that waits is a place in a line.
      """)
    let longest = ours.waits.max() ?? .zero
    narrator.say(
      """
      The longest wait was \(longest.reading) with ours and \
      \((textbook.waits.max() ?? .zero).reading) with the textbook's: the readers' own reading \
      time, which no pool can shorten. What changes is that a wait can end in another way than \
      with a book, and that each way is an error one can catch.
      """)
  }
}
