extension TabsScene {
  /// What the screens hear.
  @MainActor
  func playOrder(_ narrator: Narrator) {
    narrator.chapter("Who hears what, as it happens")
    let report = CallbackOrder().run()
    for move in report.moves {
      narrator.show(move.lines(width: Narrator.width - 2))
    }
    narrator.say(
      """
      Called off in UIKit's order, with TransitionOrder.uikit: \
      \(report.swipeOfUIKit.joined(separator: ", ")).
      """)
    narrator.promise(
      """
      A swipe back that was called off leaves \(report.depthAfterSwipe) screens, and nobody in \
      between: who was on the way in is gone, and who was on the way out is back.
      """,
      isKept: report.depthAfterSwipe == 2 && report.moves[1].isBalanced
        && !report.swipeOfUIKit.isEmpty)
    narrator.promise(
      """
      Under a sheet the screen below stays visible, and is not what the user works with; under a \
      screen that covers all it has disappeared.
      """,
      isKept: report.underSheet.isVisible && !report.underSheet.isForeground
        && !report.underFull.isVisible && !report.underFull.isForeground)
    narrator.promise(
      """
      In all of that, screens heard \(report.illegal.count) things that the law of a screen forbids, \
      and stages were asked for \(report.violations.count) that no toolkit could do.
      """, isKept: report.illegal.isEmpty && report.violations.isEmpty)
  }

  /// A view that somebody keeps.
  @MainActor
  func playLeak(_ narrator: Narrator) async {
    narrator.chapter("A view that does not die")
    let report = await KeptAlive().run()
    narrator.say("A screen keeps what it has shown in a property, and gives its view back:")
    if let sentence = report.sentence { narrator.show(sentence.wrapped(to: Narrator.width - 2)) }
    narrator.promise(
      """
      What was let go of and lives on is found, and whoever keeps it is named: \
      \(report.holders.joined(separator: ", ")).
      """,
      isKept: report.isAlive && report.holders.contains { $0.hasSuffix("AlbumScreen.lastShown") })
    narrator.promise(
      "With @ViewBound before the property it dies.",
      isKept: !report.isAliveWhenBound && report.sentenceWhenBound == nil)
  }
}

extension CallbackOrder.Move {
  /// The move and what was heard, wrapped.
  func lines(width: Int) -> [String] {
    let margin = 30
    let text = lines.isEmpty ? ["nobody hears anything"] : lines
    let wrapped = text.joined(separator: ", ").wrapped(to: width - margin)
    return wrapped.enumerated().map { number, line in
      (number == 0 ? name : "").padded(to: margin) + line
    }
  }

  /// Whether each that heard of a beginning heard of an end.
  var isBalanced: Bool {
    func count(_ word: String) -> Int { lines.count { $0.hasSuffix(word) } }
    return count("willAppear") == 2 && count("willDisappear") == 2 && count("didAppear") == 1
      && count("didDisappear") == 1
  }
}
