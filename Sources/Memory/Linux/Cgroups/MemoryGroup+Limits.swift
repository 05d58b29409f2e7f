extension MemoryGroup {
  /// The limits of one folder; at least one is set.
  package struct Limits: Sendable, Hashable {
    package let hard: Int?
    package let soft: Int?

    init?(hard: Int?, soft: Int?) {
      if hard == nil && soft == nil { return nil }
      self.hard = hard
      self.soft = soft
    }

    package var lowest: Int { min(hard ?? .max, soft ?? .max) }

    package func limitUse(of workingSet: Int) -> LimitUse {
      let hard = hard.map { LimitUse(scope: .group, workingSet: workingSet, limit: $0) }
      let soft = LimitUse(
        scope: .group, workingSet: workingSet, limit: soft ?? .max, isHard: false)
      guard let hard else { return soft }
      return soft.isTighter(than: hard) ? soft : hard
    }
  }
}

// MARK: - Reading limits

extension MemoryGroup {
  package func limitUse() -> LimitUse? {
    chain.compactMap { limitUse(of: $0) }.max { $1.isTighter(than: $0) }
  }

  package func effectiveLimit() -> Int? {
    chain.compactMap { limits(of: $0)?.lowest }.min()
  }

  package func limits(of folder: String) -> Limits? { try? readLimits(of: folder) }

  /// Nil if the folder has no limits; throws if they cannot be read at the moment.
  func readLimits(of folder: String) throws(SystemError) -> Limits? {
    switch version {
    case .unified:
      return Limits(
        hard: try limit("memory.max", in: folder), soft: try limit("memory.high", in: folder))
    case .legacy:
      // The statistics include limits of ancestors, even of those that are not visible here.
      let own = try limit("memory.limit_in_bytes", in: folder)
      let text = try read("memory.stat", in: folder)
      let inherited = MemoryLimit.bytes(
        text.flatMap { KeyedNumbers(parsing: $0)["hierarchical_memory_limit"] })
      return Limits(hard: [own, inherited].compactMap { $0 }.min(), soft: nil)
    }
  }

  private func limitUse(of folder: String) -> LimitUse? {
    guard let limits = limits(of: folder), let usage = usage(of: folder) else { return nil }
    return limits.limitUse(of: workingSet(of: folder, usage: usage))
  }

  private func limit(_ file: String, in folder: String) throws(SystemError) -> Int? {
    guard let text = try read(file, in: folder) else { return nil }
    guard MemoryLimit.isOne(text) else {
      throw SystemError.refused("to understand \(folder)/\(file)")
    }
    return MemoryLimit.bytes(parsing: text)
  }

  private func read(_ file: String, in folder: String) throws(SystemError) -> [UInt8]? {
    do throws(SystemError) {
      return try SmallFile.read("\(folder)/\(file)")
    } catch {
      if error.isAbsence || error.isRefusal { return nil }
      throw error
    }
  }
}
