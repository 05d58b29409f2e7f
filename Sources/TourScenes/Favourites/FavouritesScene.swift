/// Two modules that need a login, and do not want to handle it.
struct FavouritesScene: Scene {
  let name = "favourites"
  let summary = "favourite and comment both need a login that happens once"

  func play(_ narrator: Narrator) async throws {
    let byHand = playByHand(narrator)
    let ours = try await playOurs(narrator)
    try await playCondition(narrator)
    compare(narrator, byHand: byHand, ours: ours)
  }

  @MainActor
  private func compare(_ narrator: Narrator, byHand: Int, ours: Int) {
    narrator.chapter("What this shows")
    let hand = [ModuleListing.handMadeFavourite, .handMadeComment]
    let stated = [ModuleListing.favourite, .comment]
    var table = Table("both modules together", "by hand", "as operations")
    table.add("lines", "\(hand.total(\.length))", "\(stated.total(\.length))")
    table.add("branches", "\(hand.total(\.branches))", "\(stated.total(\.branches))")
    table.add(
      "values to keep and to forget", "\(hand.total(\.savedValues))",
      "\(stated.total(\.savedValues))")
    table.add("logins when both need one", "\(byHand)", "\(ours)")
    narrator.show(table)
    narrator.promise(
      "As operations the modules have no branch and nothing to keep in mind.",
      isKept: stated.total(\.branches) == 0 && stated.total(\.savedValues) == 0)
    narrator.say(
      """
      The modules know that there is a login, and nothing of how it goes, whether it is needed, who \
      else needs it, and what to do if it comes to nothing. A third module that needs it adds two \
      lines, and no case to the others.
      """)
  }
}

extension [ModuleListing] {
  fileprivate func total(_ count: (ModuleListing) -> Int) -> Int {
    reduce(0) { $0 + count($1) }
  }
}
