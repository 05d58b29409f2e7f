extension TabsScene {
  /// Says what the figures mean.
  @MainActor
  func conclude(
    _ narrator: Narrator, _ textbook: TextbookTabs.Report, _ ours: WarnedTabs.Report
  ) {
    narrator.chapter("What this shows")
    let lost = zip(ours.before, ours.after).count { $0 != $1 }
    var table = Table("the same warning", "views gone", "given back", "made by it", "labels lost")
    table.add(
      "the textbook's", "\(textbook.gone)", textbook.bytesGone.inMegabytes,
      textbook.bytesMade.inMegabytes, "\(textbook.lost)")
    table.add(
      "ours", "\(ours.departures.count)", ours.released.inMegabytes, 0.inMegabytes, "\(lost)")
    narrator.show(table)
    narrator.say(
      """
      To let go of a view takes one line; what makes it bearable is around it. The state is written \
      down before, and put back after; whoever is seen, edited or moving keeps the view; the order \
      is by what it costs the user and the machine; and a view that does not die is named.
      """)
  }
}
