internal import Foundation
internal import Stagecraft

/// A program that keeps what it makes, in less memory than that takes.
struct MemoryScene: Scene {
  let name = "memory"
  let summary = "three times more than there is room for: ignored warnings, and heeded ones"

  /// How much memory the program may have.
  var limit = 128 << 20
  /// How much it makes in a second.
  var pace = 40_000_000
  /// How many times the limit it makes.
  var load = 3
  /// The executable `stagecraft`, which plays the program.
  var program = Bundle.main.executablePath ?? "/proc/self/exe"
  /// Where it is played; nil: in the most real surroundings that there can be here.
  var house: GuestHouse?

  func play(_ narrator: Narrator) async throws {
    let interruption = Leftovers.shared.cleanWhenInterrupted()
    defer { interruption.end() }
    let house = await settle(narrator)
    let textbook = try await playIgnoring(narrator, in: house)
    let ours = try await playHeeding(narrator, in: house)
    conclude(narrator, textbook, ours)
  }

  /// Finds out where it can be played, and says so.
  @MainActor
  private func settle(_ narrator: Narrator) async -> GuestHouse {
    let given = house
    let found = await Task.onThread { () -> (house: GuestHouse, reason: String?) in
      LimitedGroup.removeLeftovers()
      return given.map { ($0, nil) } ?? GuestHouse.best()
    }.value
    let room = limit.inMegabytes
    switch found.house {
    case .group:
      narrator.say(
        """
        Played in a group of processes that may have \(room), made by the kernel for this scene. \
        Nothing is simulated: who has more is ended by the kernel.
        """)
    case .overseen:
      narrator.say(
        """
        Played under an overseer: it reads how much memory the program has, warns it through a \
        pipe in MEMORY_PRESSURE_WATCH, and ends it when that is more than \(room), in the kernel's \
        place.
        """)
    case .simulated:
      narrator.say(
        """
        Simulated: the program looks by itself at how much memory it has, and ends itself when that \
        is more than \(room).
        """)
    }
    if let reason = found.reason {
      narrator.say("It cannot be had more real here: \(reason).")
    }
    return found.house
  }

  private func visit(_ attitude: GuestOrder.Attitude, in house: GuestHouse) -> GuestVisit {
    GuestVisit(
      GuestOrder(attitude, pace: pace, amount: limit * load), in: house, limit: limit,
      program: program)
  }

  @MainActor
  private func playIgnoring(
    _ narrator: Narrator, in house: GuestHouse
  ) async throws -> GuestReport {
    narrator.chapter("The textbook's program: caches and pools, and nobody who listens")
    let report = try await visit(.ignoring, in: house).play()
    for progress in report.progress {
      narrator.show(
        String(format: "%6.2f s  ", Double(progress.milliseconds) / 1000)
          + "made \(progress.made.inMegabytes)".padded(to: 18)
          + "resident \(progress.resident.inMegabytes)")
    }
    if let overdue = report.overdue { narrator.say(overdue) }
    let made = report.progress.last?.made ?? 0
    narrator.promise(
      "\(house.judge) ended it when it had made about \(made.inMegabytes), with all that was in it.",
      isKept: report.wasEnded(in: house))
    return report
  }

  @MainActor
  private func playHeeding(
    _ narrator: Narrator, in house: GuestHouse
  ) async throws -> GuestReport {
    narrator.chapter("Ours: the same program, and a PressureMonitor")
    narrator.show([
      "let covers = PurgeableCache(\"covers\", cost: .readFromDisk, under: pressure) { $0.bytes }",
      "pages.shrinks(under: pressure, cost: .free, bytesPerElement: Page.bytes)",
      "pressure.register(for: desk, \"articles\", cost: .fetched) { desk, request in … }",
    ])
    let (lines, told) = AsyncStream.makeStream(of: GuestLine.self)
    let visit = visit(.heeding, in: house)
    let playing = Task {
      defer { told.finish() }
      return try await visit.play { told.yield($0) }
    }
    // As it happens.
    for await line in lines {
      switch line {
      case .began(let beginning):
        for source in beginning.sources.filter({ !$0.contains("not here") }) {
          for line in "Watched: \(source)".wrapped(to: Narrator.width - 2) { narrator.show(line) }
        }
      case .wave(let wave): narrator.show(wave.lines(width: Narrator.width - 2))
      case .working, .ended: break
      }
    }
    let report = try await playing.value
    promise(narrator, report)
    return report
  }

  @MainActor
  private func promise(_ narrator: Narrator, _ report: GuestReport) {
    if let overdue = report.overdue { narrator.say(overdue) }
    let made = report.summary?.made ?? 0
    narrator.promise(
      """
      It lived: it made \(made.inMegabytes), \((Double(made) / Double(limit)).times) its limit, and \
      ended by itself.
      """,
      isKept: report.ending == .exited(0) && made >= load * limit && report.kills ?? 0 == 0)
    narrator.promise(
      "The cheapest went first in all of \(report.waves.count) waves.",
      isKept: !report.waves.isEmpty && report.waves.allSatisfy(\.isCheapestFirst))
    narrator.promise(
      "Each wave stopped when it had enough; only the critical ones took all that may be taken.",
      isKept: report.waves.allSatisfy(\.isMeasured))
    narrator.promise(
      """
      The reader's shelf was as it was each of the \(report.summary?.checks ?? 0) times that \
      somebody looked, and all \(report.summary?.notes ?? 0) notes, which nobody can write again, \
      were kept.
      """,
      isKept: report.summary?.isShelfIntact == true && report.summary?.areNotesIntact == true
        && !report.waves.contains(where: \.isLossy))
  }

  @MainActor
  private func conclude(_ narrator: Narrator, _ textbook: GuestReport, _ ours: GuestReport) {
    narrator.chapter("What this shows")
    var table = Table("room for \(limit.inMegabytes)", "made", "at most", "waves", "given back")
    table.add(
      "warnings ignored", (textbook.progress.last?.made ?? 0).inMegabytes,
      (textbook.peak ?? 0).inMegabytes, "0", 0.inMegabytes)
    table.add(
      "warnings heeded", (ours.summary?.made ?? 0).inMegabytes, (ours.peak ?? 0).inMegabytes,
      "\(ours.waves.count)", (ours.summary?.released ?? 0).inMegabytes)
    narrator.show(table)
    narrator.say(
      """
      Both programs are the same but for one line for each thing that they could do without. What \
      is given up first is what comes back for nothing; what was fetched stays for as long as \
      that is enough; and what somebody wrote is never asked for.
      """)
  }
}

extension GuestHouse {
  /// Who ends a guest that has too much.
  var judge: String {
    switch self {
    case .group: "The kernel"
    case .overseen: "The overseer"
    case .simulated: "Its own hand"
    }
  }
}

extension GuestReport {
  /// Whether it was ended for having too much, by whom it is for in that house.
  func wasEnded(in house: GuestHouse) -> Bool {
    guard overdue == nil, ending == .killed(signal: SIGKILL), summary == nil else { return false }
    return switch house {
    case .group: kills == 1
    case .overseen: overseen?.hasEnded == true
    case .simulated: true
    }
  }
}
