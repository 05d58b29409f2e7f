/// How much room there is, for judging what somebody says about pressure.
struct Headroom: Equatable {
  /// That of the own group, if that is limited.
  var group: MemoryStanding?
  /// The machine's.
  var machine: MachineMemory?
  /// What this process holds, in bytes.
  var resident: Int?

  /// What reads the room there is, each time that it is called.
  ///
  /// Where the own group is, is looked for once, and again when the process has moved to another: a
  /// machine with thousands of mounts takes milliseconds to list them, and it is short of memory.
  ///
  /// - Parameter surroundings: where to look; this is read at once.
  /// - Returns: the reader, for one thread at a time.
  static func reader(in surroundings: PressureSurroundings) -> @Sendable () -> Headroom {
    let own = Confined(OwnGroup(in: surroundings))
    return {
      _ = own.value.look()
      return Headroom(
        group: own.value.group?.standing(), machine: MachineMemory.read(in: surroundings),
        resident: ResidentMemory.now)
    }
  }

  /// Judges what somebody said who has looked for himself whether there is too little memory.
  ///
  /// The little room there may be makes it worse, but much room makes it no better.
  func judge(told level: PressureLevel) -> PressureJudge.Judgement {
    if let group {
      return PressureJudge.Judgement(level: max(level, group.level), target: group.target)
    }
    // Without a limit of our own: if we hold more than there is left, it is ours to give.
    guard let machine, let resident, resident > machine.available else {
      return PressureJudge.Judgement(level: level, target: nil)
    }
    return PressureJudge.Judgement(level: max(level, .high), target: nil)
  }

  /// Judges an event of the kernel's, which may come from stalls while there is much room.
  func judge(suggested level: PressureLevel) -> PressureJudge.Judgement {
    PressureJudge.judge(
      level, standings: [group, machine.map(MemoryStanding.init)].compactMap { $0 })
  }
}
