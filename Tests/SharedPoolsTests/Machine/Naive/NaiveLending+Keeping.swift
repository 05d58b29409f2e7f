@_spi(Store) import StagecraftSharedPools

extension NaiveLending {
  mutating func keep(_ upkeep: LendingUpkeep) -> LendingAnswer {
    if let flaw = upkeep.flaw { return .refused(.invalid(flaw)) }
    sweep()
    switch upkeep {
    case .add(let additions):
      let refusals = additions.compactMap { refusal(of: $0) }
      if let first = refusals.first { return .refused(first) }
      for addition in additions { add(addition) }
      return .done
    case .configure(let settings):
      pool?.settings = settings
      note(.configured)
      return .done
    case .drain(let name), .quarantine(let name, _), .repair(let name), .takeBack(let name, _, _):
      guard let ordinal = resources.firstIndex(where: { $0.name == name }) else {
        return .refused(.unknownResource(name: name))
      }
      return keep(upkeep, resources[ordinal])
    }
  }

  private func refusal(of addition: LendingAddition) -> LendingRefusal? {
    guard let known = resources.first(where: { $0.name == addition.name }),
      known.token != addition.token, known.state != .retired
    else { return nil }
    return .duplicate(name: addition.name)
  }

  private mutating func add(_ addition: LendingAddition) {
    var new = LendingResourceRecord(
      ordinal: resources.count, name: addition.name, labels: addition.labels,
      payload: addition.payload, token: addition.token, freedAt: now)
    if let known = resources.first(where: { $0.name == addition.name }) {
      if known.token == addition.token { return }
      new.ordinal = known.ordinal
      resources[known.ordinal] = new
    } else {
      resources.append(new)
    }
    note(.added, addition.name, nil, nil, addition.labels.all.joined(separator: ","))
    walk()
  }

  private mutating func keep(
    _ upkeep: LendingUpkeep, _ resource: LendingResourceRecord
  ) -> LendingAnswer {
    let isLent = resource.state == .lent
    let isLeaving = resource.state == .retired || resource.stateOnReturn == .retired
    switch upkeep {
    case .add, .configure: break
    case .drain:
      if isLeaving { return .done }
      if isLent {
        resources[resource.ordinal].stateOnReturn = .retired
      } else {
        resources[resource.ordinal].state = .retired
      }
      note(isLent ? .draining : .retired, resource.name)
      for request in line where impossible(request.wants) != nil {
        notified.append(request.id)
        leave(request, .impossible)
      }
    case .quarantine(_, let reason):
      if isLeaving {
        return .refused(.wrongState(name: resource.name, state: isLent ? .draining : .retired))
      }
      if isLent {
        resources[resource.ordinal].stateOnReturn = .quarantined
      } else {
        resources[resource.ordinal].state = .quarantined
      }
      resources[resource.ordinal].reason = reason
      note(.quarantined, resource.name, nil, nil, reason)
    case .repair:
      if isLent ? resource.stateOnReturn == .free : resource.state == .free { return .done }
      if isLent {
        resources[resource.ordinal].stateOnReturn = .free
      } else {
        resources[resource.ordinal].state = .free
        resources[resource.ordinal].freedAt = now
      }
      resources[resource.ordinal].reason = nil
      note(.repaired, resource.name)
    case .takeBack(_, let reason, let immediately):
      guard isLent, var request = resource.request.flatMap(request) else {
        let state = SharedPoolReport.State(rawValue: resource.state.rawValue) ?? .free
        return .refused(.wrongState(name: resource.name, state: state))
      }
      notified.append(request.id)
      if immediately {
        expire(request, .takenBack(reason: reason))
      } else {
        request.revoked = reason
        replace(request)
        note(.takenBack, resource.name, request.id, request.fence, reason)
      }
    }
    walk()
    return .done
  }
}
