internal import CStageFloor
internal import StageFloor

extension GraphCrew {
  /// How long main lanes occupy the main thread before they yield it.
  static var mainBudget: Int64 { 4_000_000 }

  /// Adds a ready step to the main lane.
  func sendToMain(_ index: UInt32) {
    lock.lock()
    let isUnstaffed = placeInMainLane(index)
    lock.unlock()
    if isUnstaffed { staffMainLane() }
  }

  /// Adds a step to the main lane; called under the lock.
  ///
  /// - Returns: Whether a task must be started for the lane after the lock is released.
  func placeInMainLane(_ index: UInt32) -> Bool {
    let place = plan.map { Int64($0.places[Int(index)]) }
    mainLane.append(index, rank: place ?? -Int64(store.levels[Int(index)]))
    let isStaffed = mainLane.isStaffed
    mainLane.isStaffed = true
    if !isStaffed { guests += 1 }
    // The main thread clears `seat` under this lock, so the parker is still allocated.
    mainLane.seat?.post(1)
    return !isStaffed
  }

  /// Registers the main thread as the one that runs the lane.
  func seatMainThread() {
    lock.withLock {
      mainLane.isStaffed = true
      mainLane.seat = Parker()
      guests += 1
    }
  }

  /// Runs the main lane on this thread, which sleeps while no step is ready.
  ///
  /// - Returns: Whether the milestone was settled before the deadline.
  @MainActor
  func serveMain(until milestone: UInt32, _ deadline: Int64?) -> Bool {
    guard let seat = lock.withLock({ mainLane.seat }) else { return false }
    var isSettled = false
    var isInTime = true
    while true {
      isSettled = milestoneState(milestone) != nil
      if isSettled || !isInTime { break }
      if let index = takeMain(keepingOpen: true) {
        runOnMain(index)
        if let deadline, stage_nanoseconds() >= deadline { isInTime = false }
        continue
      }
      // A post before this point is seen here; a later one wakes the thread.
      if seat.wait(until: deadline) == nil { isInTime = false }
      seat.reset()
    }
    let isLeft = lock.withLock { () -> Bool in
      mainLane.seat = nil
      mainLane.isStaffed = !mainLane.isEmpty
      return mainLane.isStaffed
    }
    seat.deallocate()
    if isLeft { staffMainLane() } else { guestLeaves() }
    return isSettled
  }

  func staffMainLane() {
    let crew = Unmanaged.passUnretained(self)
    let task = Task { @MainActor in
      await crew._withUnsafeGuaranteedRef { $0 }.runMainLane()
    }
    remember(task, as: .mainLane)
  }

  /// Runs ready steps, one budget per turn, until none is ready.
  @MainActor
  private func runMainLane() async {
    let turns = MainActorTurns.shared
    await turns.begin(budget: Self.mainBudget)
    var start = stage_nanoseconds()
    while let index = takeMain() {
      runOnMain(index)
      let now = stage_nanoseconds()
      let isTurnOver = turns.charge(now - start, budget: Self.mainBudget)
      start = now
      guard isTurnOver else { continue }
      if closesIfEmpty() { break }
      await turns.begin(budget: Self.mainBudget)
      start = stage_nanoseconds()
    }
    guestLeaves()
  }

  @MainActor
  func runOnMain(_ index: UInt32) {
    if !skip(index) { perform(index, worker: -1, lane: .main) }
    endElsewhere(index)
  }

  /// Returns the next step; `nil` closes the lane until another step is added.
  private func takeMain(keepingOpen: Bool = false) -> UInt32? {
    lock.withLock { () -> UInt32? in
      guard let index = mainLane.popFirst() else {
        mainLane.isStaffed = keepingOpen
        return nil
      }
      mainLane.running = index
      return index
    }
  }

  /// Closes the lane if it is empty, until another step is added.
  private func closesIfEmpty() -> Bool {
    lock.withLock {
      if mainLane.isEmpty { mainLane.isStaffed = false }
      return mainLane.isEmpty
    }
  }

  /// Runs a ready step of the blocking lane.
  func sendToBlockingThread(_ index: UInt32) {
    lock.withLock { guests += 1 }
    runOnBlockingThread(index)
  }

  /// Runs a step of the blocking lane for which a guest is already counted.
  func runOnBlockingThread(_ index: UInt32) {
    let crew = Unmanaged.passUnretained(self)
    let pointer = UInt(bitPattern: crew.toOpaque())
    BlockingThreads.shared.run {
      let crew = Unmanaged<GraphCrew>.fromOpaque(UnsafeRawPointer(bitPattern: pointer)!)
        .takeUnretainedValue()
      if !crew.skip(index) { crew.perform(index, worker: -2, lane: .blocking) }
      crew.endElsewhere(index)
      crew.guestLeaves()
    }
  }
}
