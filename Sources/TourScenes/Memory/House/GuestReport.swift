/// What became of a guest.
struct GuestReport: Sendable {
  var beginning: GuestBeginning?
  var progress: [GuestProgress] = []
  var waves: [GuestWave] = []
  var summary: GuestSummary?
  var ending = ChildProcess.Ending.unknown
  /// How much it had at most, as far as was seen: of its group, or resident.
  var peak: Int?
  /// How many the kernel ended in its group; nil: there was no group.
  var kills: Int?
  /// How often the group was at its limit.
  var failures: Int?
  /// What the overseer did; nil: there was none.
  var overseen: Overseer.Record?
  /// How it stood when it had not come to its end in time, and was ended by the visit; nil: it had.
  var overdue: String?
}

extension GuestReport {
  /// Takes in what the guest said.
  mutating func take(_ line: GuestLine) {
    switch line {
    case .began(let one): beginning = one
    case .working(let one): progress.append(one)
    case .wave(let one): waves.append(one)
    case .ended(let one): summary = one
    }
  }
}
