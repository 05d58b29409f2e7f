/// The state of one worker of a run; accessed only by the thread it runs on.
struct WorkerSlot: ~Copyable {
  let crew: Unmanaged<GraphCrew>
  let number: Int32
  var stack = ReadyStack()
  /// The number of ended steps not yet subtracted from the run's count.
  var ended = 0
  /// How many steps, with others waiting, until the next check whether another worker pays off.
  var untilLook = 1
  var stepsBetweenLooks = 1
  var lookedAt: Int64 = 0
  /// In nanoseconds, before other hosts are asked for work: the last share was too small.
  var askDelay: Int64 = 0
  var runsSynchronousStep = false
  /// The number of short steps of a small graph that it has run one after another.
  var shortInARow = 0
  /// No other host accesses the counters and the ready steps; see ``GraphCrew/isOnlyHost``.
  var isAlone = false
  let together: UnsafeMutablePointer<UInt32>

  init(crew: GraphCrew, number: Int32) {
    self.crew = .passUnretained(crew)
    self.number = number
    together = .allocate(capacity: StepWatch.capacity)
  }

  deinit { together.deallocate() }
}

struct SlotReference: @unchecked Sendable {  // guard: used only by the task that receives it
  let slot: UnsafeMutablePointer<WorkerSlot>
}
