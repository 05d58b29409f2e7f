internal import CStageFloor
internal import StageFloor

extension GraphCrew {
  /// How long main lanes occupy the main thread before they yield it.
  static var mainBudget: Int64 { 4_000_000 }

  func sendToMain(_ index: UInt32) {
    lock.lock()
    let needsTask = appendToMainLane(index)
    lock.unlock()
    if needsTask { startMainLaneTask() }
  }

  /// Returns whether a task must be started for the lane after unlocking; under the lock.
  func appendToMainLane(_ index: UInt32) -> Bool {
    let place = startOrder.map { Int64($0.places[Int(index)]) }
    mainLane.append(index, rank: place ?? -Int64(store.levels[Int(index)]))
    let isServed = mainLane.isServed
    mainLane.isServed = true
    if !isServed { guests += 1 }
    // The main thread clears `parker` under this lock, so the parker is still allocated.
    mainLane.parker?.post(1)
    return !isServed
  }

  func attachMainThread() {
    lock.withLock {
      mainLane.isServed = true
      mainLane.parker = Parker()
      guests += 1
    }
  }

  /// Sleeps while no step is ready; returns whether the milestone was settled in time.
  @MainActor
  func serveMain(until milestone: UInt32, _ deadline: Int64?) -> Bool {
    guard let parker = lock.withLock({ mainLane.parker }) else { return false }
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
      if parker.wait(until: deadline) == nil { isInTime = false }
      parker.reset()
    }
    let isLeft = lock.withLock { () -> Bool in
      mainLane.parker = nil
      mainLane.isServed = !mainLane.isEmpty
      return mainLane.isServed
    }
    parker.deallocate()
    if isLeft { startMainLaneTask() } else { unregisterGuest() }
    return isSettled
  }

  func startMainLaneTask() {
    let crew = Unmanaged.passUnretained(self)
    let task = Task { @MainActor in
      await crew._withUnsafeGuaranteedRef { $0 }.runMainLane()
    }
    register(task, as: .mainLane)
  }

  /// One budget per turn, until no step is ready.
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
    unregisterGuest()
  }

  @MainActor
  func runOnMain(_ index: UInt32) {
    if !skip(index) { callBody(of: index, worker: -1, lane: .main) }
    endElsewhere(index)
  }

  /// Nil closes the lane until another step is added.
  private func takeMain(keepingOpen: Bool = false) -> UInt32? {
    lock.withLock { () -> UInt32? in
      guard let index = mainLane.popFirst() else {
        mainLane.isServed = keepingOpen
        return nil
      }
      mainLane.running = index
      return index
    }
  }

  private func closesIfEmpty() -> Bool {
    lock.withLock {
      if mainLane.isEmpty { mainLane.isServed = false }
      return mainLane.isEmpty
    }
  }

  func sendToThread(_ index: UInt32) {
    lock.withLock { guests += 1 }
    runOnThread(index)
  }

  /// It is already counted in `guests`.
  func runOnThread(_ index: UInt32) {
    let crew = Unmanaged.passUnretained(self)
    let pointer = UInt(bitPattern: crew.toOpaque())
    BlockingThreads.shared.run {
      let crew = Unmanaged<GraphCrew>.fromOpaque(UnsafeRawPointer(bitPattern: pointer)!)
        .takeUnretainedValue()
      if !crew.skip(index) { crew.callBody(of: index, worker: -2, lane: .thread) }
      crew.endElsewhere(index)
      crew.unregisterGuest()
    }
  }
}
