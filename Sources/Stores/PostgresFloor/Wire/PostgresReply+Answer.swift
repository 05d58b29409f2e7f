#if PostgreSQL || PostgresNIO
internal import Foundation
@_spi(Store) internal import StagecraftSharedPools

extension PostgresReply {
  static func answer(
    in text: String, to call: LendingCall
  ) throws(LeaseStoreError) -> LendingAnswer {
    let reply = try? JSONDecoder().decode(PostgresReply.self, from: Data(text.utf8))
    guard let answer = reply?.answer(to: call) else {
      throw LeaseStoreError(
        .damaged,
        """
        The functions of the schema "lend" have given an answer that this edition does not know. \
        Update this program, or restore the schema.
        """)
    }
    return answer
  }

  private func answer(to call: LendingCall) -> LendingAnswer? {
    if let refused { return refused.refusal(of: call).map { .refused($0) } }
    switch call {
    case .open: return opened.map { .opened(SharedPoolSettings($0)) }
    case .ask: return asked?.outcome.map { .asked($0) }
    case .renew:
      guard let renewed else { return nil }
      let leases = renewed.leases.compactMap(\.renewal)
      let waiting = renewed.waiting.compactMap(\.outcome)
      guard leases.count == renewed.leases.count, waiting.count == renewed.waiting.count else {
        return nil
      }
      return .renewed(leases: leases, waiting: waiting)
    case .giveBack: return returned?.closing.map { .returned($0) }
    case .withdraw: return withdrawn?.closing.map { .withdrawn($0) }
    case .sweep: return swept.map { .swept(next: $0.next.map { .microseconds($0) }) }
    case .close, .keep: return done == true ? .done : nil
    case .report: return reported.map { .reported(SharedPoolReport($0)) }
    case .events: return events.map { .events($0.map { LendingEvent($0) }) }
    }
  }
}

extension PostgresReply.Outcome {
  var outcome: LendingOutcome? {
    switch `is` {
    case "waiting": return .waiting(next: next.map { .microseconds($0) })
    case "notFree": return .notFree
    case "unknown": return .unknown
    case "ended": return end.flatMap { LendingEnd(word: $0, reason: reason) }.map { .ended($0) }
    case "granted":
      guard let fence, let remaining, let resources else { return nil }
      var granted: [LendingGrant.Resource] = []
      for resource in resources {
        guard let payload = PostgresText.bytes(ofDigits: resource.payload) else { return nil }
        granted.append(
          LendingGrant.Resource(
            name: resource.name, want: resource.want, labels: Labels(resource.labels),
            payload: payload, isPreferred: resource.isPreferred))
      }
      return .granted(
        LendingGrant(
          fence: Fence(fence), resources: granted, remaining: .microseconds(remaining)))
    default: return nil
    }
  }
}

extension PostgresReply.Renewal {
  var renewal: LendingRenewal? {
    switch `is` {
    case "renewed":
      remaining.map { .renewed(remaining: .microseconds($0), isFinal: isFinal ?? false) }
    case "ended": end.flatMap { LendingEnd(word: $0, reason: reason) }.map { .ended($0) }
    case "unknown": .unknown
    default: nil
    }
  }
}

extension PostgresReply.Closing {
  var closing: LendingClosing? {
    switch `is` {
    case "returned": .returned
    case "left": .left
    case "unknown": .unknown
    case "already": end.flatMap { LendingEnd(word: $0, reason: reason) }.map { .already($0) }
    default: nil
    }
  }
}

extension PostgresReply.Refusal {
  func refusal(of call: LendingCall) -> LendingRefusal? {
    switch why {
    case "impossible":
      guard let want, let fitting else { return nil }
      return .impossible(want: want, fitting: fitting)
    case "duplicate": return detail.map { .duplicate(name: $0) }
    case "unknownResource": return detail.map { .unknownResource(name: $0) }
    case "unknownPool": return .unknownPool
    case "unknownSession": return .unknownSession
    case "wrongState":
      guard let detail, let state else { return nil }
      return .wrongState(name: detail, state: state)
    // Only the client has the values that the sentence names.
    case "invalid": return .invalid(call.flaw ?? detail ?? "The request is not allowed.")
    default: return nil
    }
  }
}

extension LendingCall {
  var flaw: String? {
    switch self {
    case .open(let settings, let session): settings?.flaw ?? session.flaw
    case .ask(let ask): ask.flaw
    case .giveBack(let giving): giving.flaw
    case .keep(let upkeep): upkeep.flaw
    default: nil
    }
  }
}
#endif
