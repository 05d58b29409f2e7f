internal import Stagecraft

/// Types of operations, and what starts them.
struct ManagersScene: Scene {
  let name = "managers"
  let summary = "one type schedules itself, one has its own manager, others share"

  func play(_ narrator: Narrator) async throws {
    try await playOneForAll(narrator)
    try await playShared(narrator)
    try await playOwn(narrator)
    try await playItself(narrator)
    narrator.say("Where an operation runs is written in its type; submit() is the same for all.")
  }

  func playOneForAll(_ narrator: Narrator) async throws {
    narrator.chapter("The textbook: one serial queue for everything")
    let manager = OperationManager("the queue", maximumConcurrency: 1)
    let logbook = Logbook()
    for name in (1...6).map({ "cover \($0)" }) + ["write 1", "order of Ada"] {
      manager.submit(OperationOptions(name)) {
        try await logbook.note(name) { try await Task.sleep(for: .milliseconds(1)) }
      }
    }
    try await manager.waitUntilIdle()
    let order = logbook.order
    narrator.show(order.joined(separator: " → "))
    narrator.promise(
      "The order of Ada waits for \(order.count - 1) operations that it does not need.",
      isKept: order.count == 8 && order.last == "order of Ada" && logbook.running.peak == 1)
  }

  func playShared(_ narrator: Narrator) async throws {
    narrator.chapter("Types that name no manager share the global one")
    let logbook = Logbook()
    let meeting = Meeting(of: 4)
    let covers = ["Emma", "Persuasion"].map {
      Fetch<Cover>(title: $0, meeting: meeting, logbook: logbook).submit()
    }
    let lives = ["Austen", "Brontë"].map {
      Fetch<Life>(title: $0, meeting: meeting, logbook: logbook).submit()
    }
    var managers: Set<String> = []
    for fetch in covers + lives { managers.insert(try await fetch.value) }
    narrator.promise(
      """
      Two covers and two lives ran in “\(managers.joined(separator: ", "))”, \
      \(logbook.running.peak) at a time.
      """, isKept: managers == ["shared"] && logbook.running.peak == 4)
  }

  func playOwn(_ narrator: Narrator) async throws {
    narrator.chapter("A type with its own manager")
    narrator.show(Listing("struct CatalogueWrite", in: "ManagersOurs.swift"))
    let logbook = Logbook()
    let writes = (1...6).map { CatalogueWrite(number: $0, logbook: logbook).submit() }
    var managers: Set<String> = []
    for write in writes { managers.insert(try await write.value) }
    narrator.promise(
      "All writes ran in “\(managers.joined(separator: ", "))”, one at a time, in their order.",
      isKept: managers == ["catalogue"] && logbook.running.peak == 1
        && logbook.order == (1...6).map { "write \($0)" })
  }

  func playItself(_ narrator: Narrator) async throws {
    narrator.chapter("A type that schedules itself")
    narrator.show(Listing("func schedule", in: "ManagersOurs.swift"))
    let logbook = Logbook()
    let sheet = LabelSheet()
    func label(_ book: String) -> OperationHandle<Int> {
      LabelPrint(book: book, sheet: sheet, logbook: logbook).submit()
    }
    var labels = [label("Emma"), label("Persuasion")]
    let explanation = OperationManager.shared.explain(labels[0])
    let early = logbook.order.count
    labels.append(label("Middlemarch"))
    var sheets: [Int] = []
    for label in labels { sheets.append(try await label.value) }
    for label in ["Villette", "Shirley", "Agnes Grey"].map(label) {
      sheets.append(try await label.value)
    }
    let last = label("Cranford")
    last.cancel()
    try await last.waitForEnd()
    narrator.show(explanation)
    narrator.promise(
      "No label was printed before its sheet was full; then \(logbook.running.peak) at a time.",
      isKept: early == 0 && sheets == [1, 1, 1, 2, 2, 2] && logbook.running.peak == 3
        && explanation.contains("waits to be started by its type"))
    narrator.promise(
      "A label that waits for its sheet can be cancelled.",
      isKept: last.outcome?.cancellation == .requested)
  }
}
