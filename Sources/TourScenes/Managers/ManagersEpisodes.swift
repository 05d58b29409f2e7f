internal import Stagecraft

/// What the kinds of operation do in their managers.
enum ManagersEpisodes {
  /// Everything in one queue, one at a time.
  ///
  /// - Returns: the order in which the work began, and how many ran at a time.
  static func oneForAll() async throws -> (order: [String], peak: Int) {
    let manager = OperationManager("the queue", maximumConcurrency: 1)
    let logbook = Logbook(kinds: "all")
    let work = (1...6).map { "cover \($0)" } + ["write 1", "order of Ada"]
    for name in work {
      manager.submit(OperationOptions(name)) {
        logbook.begin("all", name)
        defer { logbook.end("all") }
        try await Task.sleep(for: .milliseconds(1))
      }
    }
    try await manager.waitUntilIdle()
    return (logbook.order, logbook.peak(of: "all"))
  }

  /// Types that share the global manager.
  struct Shared: Sendable {
    let managers: Set<String>
    let peak: Int
  }

  static func shared() async throws -> Shared {
    let logbook = Logbook(kinds: "shared")
    let meeting = Meeting(of: 4)
    let covers = ["Emma", "Persuasion"].map {
      CoverFetch(book: $0, meeting: meeting, logbook: logbook).submit()
    }
    let lives = ["Austen", "Brontë"].map {
      AuthorFetch(author: $0, meeting: meeting, logbook: logbook).submit()
    }
    var managers: Set<String> = []
    for fetch in covers + lives { managers.insert(try await fetch.value) }
    return Shared(managers: managers, peak: logbook.peak(of: "shared"))
  }

  /// A type with a manager of its own.
  struct Own: Sendable {
    let managers: Set<String>
    let peak: Int
    let order: [String]
  }

  static func own() async throws -> Own {
    let logbook = Logbook(kinds: "catalogue")
    let writes = (1...6).map { CatalogueWrite(number: $0, logbook: logbook).submit() }
    var managers: Set<String> = []
    for write in writes { managers.insert(try await write.value) }
    return Own(
      managers: managers, peak: logbook.peak(of: "catalogue"), order: logbook.order)
  }

  /// A type that schedules itself.
  struct Itself: Sendable {
    /// What is said of the first label while it waits.
    let explanation: String
    /// How many had been printed before the sheet was full.
    let early: Int
    /// The sheet of each label.
    let sheets: [Int]
    let peak: Int
    let cancelled: OperationOutcome<Int>?
  }

  static func itself() async throws -> Itself {
    let logbook = Logbook(kinds: "label")
    let sheet = LabelSheet()
    func label(_ book: String) -> OperationHandle<Int> {
      LabelPrint(book: book, sheet: sheet, logbook: logbook).submit()
    }
    var labels = [label("Emma"), label("Persuasion")]
    let explanation = OperationManager.shared.explain(labels[0])
    let early = logbook.begun
    labels.append(label("Middlemarch"))
    var sheets: [Int] = []
    for label in labels { sheets.append(try await label.value) }
    for label in ["Villette", "Shirley", "Agnes Grey"].map(label) {
      sheets.append(try await label.value)
    }
    let last = label("Cranford")
    last.cancel()
    try await last.waitForEnd()
    sheet.discard()
    return Itself(
      explanation: explanation, early: early, sheets: sheets, peak: logbook.peak(of: "label"),
      cancelled: last.outcome)
  }
}
