extension FavouritesScene {
  /// The modules by hand, and what happens with them.
  ///
  /// - Returns: how many logins it took when both needed one.
  @MainActor
  func playByHand(_ narrator: Narrator) -> Int {
    narrator.chapter("By hand: if there is nobody, save where we were, log in, resume")
    narrator.show(ModuleListing.handMadeFavourite.lines.filter { !$0.isEmpty })
    let logins = playTwoLogins(narrator)
    playGhost(narrator)
    return logins
  }

  @MainActor
  private func playTwoLogins(_ narrator: Narrator) -> Int {
    let (account, shelf) = (Account(), Shelf())
    let favourite = HandMadeFavourite(account: account, shelf: shelf)
    let comment = HandMadeComment(account: account, shelf: shelf)
    favourite.tap("Emma")
    comment.send("Witty!", on: "Emma")
    let depth = account.screen.depth
    while account.screen.depth > 0 { account.screen.answer(.typesPassword(reader: "Ada")) }
    narrator.show([
      "Both at once: \(depth) login screens on each other, and then: \(shelf.contents).",
      "Ada typed her password \(account.screen.timesShown) times.",
    ])
    narrator.promise(
      "By hand each module shows a login of its own: \(account.screen.timesShown).",
      isKept: depth == 2 && account.screen.timesShown == 2)
    return account.screen.timesShown
  }

  @MainActor
  private func playGhost(_ narrator: Narrator) {
    let (account, shelf) = (Account(), Shelf())
    let favourite = HandMadeFavourite(account: account, shelf: shelf)
    let comment = HandMadeComment(account: account, shelf: shelf)
    favourite.tap("Emma")
    account.screen.close()
    let saved = favourite.savedBook ?? "nothing"
    comment.send("Too long", on: "Emma")
    account.screen.answer(.typesPassword(reader: "Ada"))
    narrator.say(
      """
      Ada taps the heart of Emma, is asked for her password, and turns away: the module still has \
      “\(saved)” in mind. Later she comments, logs in for that, and finds on her shelf: \
      \(shelf.contents).
      """)
    narrator.promise(
      "What was saved comes back as a ghost: a favourite that nobody wanted any more.",
      isKept: shelf.favourites.count == 1 && shelf.comments.count == 1)
  }
}
