@_spi(Store) internal import StagecraftSharedPools

extension LendingAnswer {
  var numbers: (fences: [Int64], entries: [Int64]) {
    var fences: [Int64] = []
    var entries: [Int64] = []
    _ = renumbered(
      fence: {
        fences.append($0)
        return $0
      },
      number: {
        entries.append($0)
        return $0
      })
    return (fences, entries)
  }

  /// The answer with other fences and numbers, and without what may differ between stores.
  func renumbered(fence: (Int64) -> Int64, number: (Int64) -> Int64) -> LendingAnswer {
    func outcome(_ outcome: LendingOutcome) -> LendingOutcome {
      guard case .granted(var grant) = outcome else { return outcome }
      grant.fence = Fence(fence(grant.fence.number))
      return .granted(grant)
    }
    switch self {
    case .asked(let answer): return .asked(outcome(answer))
    case .renewed(let leases, let waiting):
      return .renewed(leases: leases, waiting: waiting.map(outcome))
    case .reported(var report):
      for index in report.resources.indices {
        guard let holder = report.resources[index].holder else { continue }
        report.resources[index].holder?.fence = Fence(fence(holder.fence.number))
      }
      return .reported(report)
    case .events(var events):
      for index in events.indices {
        events[index].time = 0
        events[index].number = number(events[index].number)
        if let old = events[index].fence { events[index].fence = Fence(fence(old.number)) }
      }
      return .events(events)
    case .refused(.invalid): return .refused(.invalid(""))
    default: return self
    }
  }
}
