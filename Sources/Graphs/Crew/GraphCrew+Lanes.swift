internal import CStageFloor
internal import StageFloor

extension GraphCrew {
  /// How long main lanes keep the main thread before they let others have a turn.
  static var mainBudget: Int64 { 4_000_000 }

  /// A step of the main lane is ready.
  func sendToMain(_ index: UInt32) {
    lock.lock()
    let isUnstaffed = placeInMainLane(index)
    lock.unlock()
    if isUnstaffed { staffMainLane() }
  }

  /// Under the lock: puts a step into the main lane.
  ///
  /// - Returns: whether the lane is to be staffed once the lock is left.
  func placeInMainLane(_ index: UInt32) -> Bool {
    let place = plan.map { Int64($0.places[Int(index)]) }
    mainLane.append(index, rank: place ?? -Int64(store.levels[Int(index)]))
    let isStaffed = mainLane.isStaffed
    mainLane.isStaffed = true
    if !isStaffed { guests += 1 }
    // The main thread leaves its seat under this lock, so the parker is there.
    mainLane.seat?.post(1)
    return !isStaffed
  }

  /// The main thread is going to run the lane itself.
  func seatMainThread() {
    lock.withLock {
      mainLane.isStaffed = true
      mainLane.seat = Parker()
      guests += 1
    }
  }

  /// Runs the main lane on this thread, which sleeps while there is nothing to do.
  ///
  /// - Returns: whether the milestone was settled before time ran out.
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
      // What was posted before this moment is seen now, what comes later wakes it.
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

  /// Runs ready steps, a budget per turn, until there are none.
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

  /// The step whose turn it is; nil closes the lane until the next one comes.
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

  /// Closes the lane until the next step comes, if there is none.
  private func closesIfEmpty() -> Bool {
    lock.withLock {
      if mainLane.isEmpty { mainLane.isStaffed = false }
      return mainLane.isEmpty
    }
  }

  /// A step of the blocking lane is ready.
  func sendToBlockingThread(_ index: UInt32) {
    lock.withLock { guests += 1 }
    runOnBlockingThread(index)
  }

  /// Runs a step of the blocking lane, for which a guest was counted.
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
