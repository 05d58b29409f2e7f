/// What one worker of a run owns; only the thread on which it runs touches it.
struct WorkerSlot: ~Copyable {
  let crew: Unmanaged<GraphCrew>
  let number: Int32
  var stack = ReadyStack()
  /// Steps that ended and are not yet taken off the run's count.
  var ended = 0
  /// When to look again whether another worker is worth its while, in steps with others waiting.
  var untilLook = 1
  var stepsBetweenLooks = 1
  var lookedAt: Int64 = 0
  /// How long to leave the others alone, because what they gave last was too little; nanoseconds.
  var patience: Int64 = 0
  /// Whether it counts among those that run synchronous steps of a small graph.
  var isSeated = false

  init(crew: GraphCrew, number: Int32) {
    self.crew = .passUnretained(crew)
    self.number = number
  }
}
