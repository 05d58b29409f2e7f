/// The state of one worker of a run; accessed only by the thread it runs on.
struct WorkerSlot: ~Copyable {
  let crew: Unmanaged<GraphCrew>
  let number: Int32
  var stack = ReadyStack()
  /// The number of ended steps not yet subtracted from the run's count.
  var ended = 0
  /// The number of steps, with others waiting, until the next check whether another worker pays
  /// off.
  var untilLook = 1
  var stepsBetweenLooks = 1
  var lookedAt: Int64 = 0
  /// How long to wait before asking other hosts for work, because the last share was too small; in
  /// nanoseconds.
  var askDelay: Int64 = 0
  /// Whether the worker counts as running a synchronous step of a small graph.
  var runsSynchronousStep = false
  /// Whether only this worker accesses the counters of steps and the ready steps: it is alone.
  ///
  /// True only in a graph of plain steps while no other host runs; see ``GraphCrew/isOnlyHost``.
  var isAlone = false
  /// The steps that are measured together; see ``StepWatch``.
  let together: UnsafeMutablePointer<UInt32>

  init(crew: GraphCrew, number: Int32) {
    self.crew = .passUnretained(crew)
    self.number = number
    together = .allocate(capacity: StepWatch.capacity)
  }

  deinit { together.deallocate() }
}

/// A reference to a slot, passed to the task that owns the slot.
struct SlotReference: @unchecked Sendable {  // guard: used only by the task that receives it
  let slot: UnsafeMutablePointer<WorkerSlot>
}
