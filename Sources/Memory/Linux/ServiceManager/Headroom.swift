struct Headroom: Equatable {
  var group: LimitUse?
  var machine: MachineMemory?
  var resident: Int?

  /// Returns a function, for one thread at a time, that reads the available room.
  ///
  /// The cgroup is located once, and after each move: listing the mounts of a machine with
  /// thousands of them takes milliseconds, while it is short of memory.
  static func reader(in surroundings: PressureSurroundings) -> @Sendable () -> Headroom {
    let own = Confined(OwnGroup(in: surroundings))
    return {
      _ = own.value.look()
      return Headroom(
        group: own.value.group?.limitUse(), machine: MachineMemory.read(in: surroundings),
        resident: ResidentMemory.now)
    }
  }

  /// Judges a notification whose sender has determined that there is too little memory: little room
  /// raises the level, but plenty of room does not lower it.
  func judge(reported level: PressureLevel) -> PressureJudge.Judgement {
    if let group {
      return PressureJudge.Judgement(level: max(level, group.level), target: group.target)
    }
    // Without a limit of our own: if this process holds more than is left, it has something to
    // release.
    guard let machine, let resident, resident > machine.available else {
      return PressureJudge.Judgement(level: level, target: nil)
    }
    return PressureJudge.Judgement(level: max(level, .high), target: nil)
  }

  /// Judges a kernel event, which may come from stalls while there is plenty of room.
  func judge(suggested level: PressureLevel) -> PressureJudge.Judgement {
    PressureJudge.judge(
      level, uses: [group, machine.map(LimitUse.init)].compactMap { $0 })
  }
}
