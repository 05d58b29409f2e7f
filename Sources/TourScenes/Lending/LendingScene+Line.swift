extension LendingScene {
  /// Readers who wait for so long, and readers who give up.
  @MainActor
  func playImpatience(_ narrator: Narrator) async throws {
    narrator.chapter("Impatient readers: lease(timeout:)")
    let patiences = [4, 8, 12, 16, 20].map { Duration.milliseconds($0) }
    let impatient = try await ImpatientReaders(patiences: patiences, patientReaders: 3).run()
    var table = Table(
      "reader", "patience", "answer after", "outcome", aligned: [.left, .right, .right, .left])
    for (patience, visit) in impatient.impatient {
      table.add(
        visit.reader.name, patience.reading, visit.waited.reading, "\(visit.outcome.word)")
    }
    for visit in impatient.patient {
      table.add(visit.reader.name, "any", visit.waited.reading, "\(visit.outcome.word)")
    }
    narrator.show(table)
    if let error = impatient.impatient.first?.visit.timeout {
      narrator.say("\(impatient.impatient[0].visit.reader.name) was told: \(error)")
    }
    narrator.promise(
      "Who is impatient is told in time, and the others are served.",
      isKept: impatient.impatient.allSatisfy { $0.visit.timeout != nil }
        && impatient.patient.allSatisfy { $0.copy != nil })
    narrator.promiseAllInStock(impatient.stock)

    narrator.chapter("Readers who give up: the task is cancelled")
    let quitting = try await QuittingReaders(readers: 6).run()
    narrator.say(
      """
      \(quitting.inLine.before) readers stood in line; every other one was cancelled, which left \
      \(quitting.inLine.after). \(quitting.quitters.count(where: \.gaveUp)) got CancellationError, \
      and when the copies came back, \(quitting.stayed.count { $0.copy != nil }) got a book.
      """)
    narrator.promise(
      "Who gives up leaves the line at once, and nothing is lost with them.",
      isKept: quitting.quitters.allSatisfy(\.gaveUp)
        && quitting.stayed.allSatisfy { $0.copy != nil }
        && quitting.inLine.after == quitting.stayed.count)
    narrator.promiseAllInStock(quitting.stock)
  }

  /// A third copy is bought while readers wait.
  @MainActor
  func playThirdCopy(_ narrator: Narrator) async throws {
    narrator.chapter("A third copy is bought while they wait: add(_:)")
    let report = try await ThirdCopy(readers: 4).run()
    let first = report.served.first ?? "nobody"
    narrator.say(
      """
      \(report.longestWaiter.name) came first and waited longest. The new copy was in \(first)'s \
      hands \(report.delay.reading) after it was bought, and went on to \
      \(report.served.dropFirst().joined(separator: ", ")).
      """)
    narrator.promise(
      "The one who waited longest gets the third copy; it serves the whole line, in its order.",
      isKept: report.served == report.visits.map(\.reader.name)
        && report.visits.allSatisfy { $0.copy == 3 })
    narrator.promiseAllInStock(report.stock)
  }

  /// Threads and tasks wait in one line.
  @MainActor
  func playMixedLine(_ narrator: Narrator) async throws {
    narrator.chapter("Threads and tasks in one line: leaseBlocking() and lease()")
    let report = try await MixedLine(readers: 8).run()
    let arrivals = report.arrivals.map { "\($0.reader.name) (\($0.isThread ? "thread" : "task"))" }
    narrator.say("Came:   " + arrivals.joined(separator: ", "))
    narrator.say("Served: " + report.served.joined(separator: ", "))
    narrator.promise(
      "One line for both, served in the order in which they came, one at a time.",
      isKept: report.served == report.arrivals.map(\.reader.name) && report.mostOut == 1)
    narrator.promiseAllInStock(report.stock)
  }
}

extension Visit.Outcome {
  /// The outcome in a word or two.
  fileprivate var word: String {
    switch self {
    case .served(let copy): "got copy \(copy)"
    case .timedOut: "PoolError.timedOut"
    case .gaveUp: "CancellationError"
    case .failed(let error): "\(error)"
    }
  }
}
