/// The limits of what a store records.
@_spi(Store) public enum LendingLimits {
  /// The longest name, label, key, reason or job, in bytes of UTF-8.
  public static let textBytes = 200
  /// The most labels of a resource or a want.
  public static let labels = 64
  /// The most resources of one request.
  public static let resources = 64
  /// The most resources that are added at once.
  public static let additions = 1_000
  /// The largest payload, in bytes.
  public static let payloadBytes = 65_536
  /// The priorities.
  public static let priorities = -100...100
}

@_spi(Store) extension LendingAsk {
  /// What is not allowed in this request, as a sentence, or `nil`.
  public var flaw: String? {
    if wants.isEmpty { return "The request wants nothing; give at least one want." }
    var count = 0
    for want in wants {
      guard want.count >= 1, want.count <= LendingLimits.resources else {
        return """
          A want is for \(want.count) resources; it must be for 1 to \(LendingLimits.resources).
          """
      }
      count += want.count
      if let flaw = want.labels.flaw { return flaw }
      if let key = want.preferring, let flaw = LendingLimits.flaw(ofText: key, role: "affinity key")
      {
        return flaw
      }
    }
    if count > LendingLimits.resources {
      return "The request is for \(count) resources; it can be for \(LendingLimits.resources)."
    }
    if !LendingLimits.priorities.contains(priority) {
      return "The priority is \(priority); it must be from -100 to 100."
    }
    return nil
  }
}

@_spi(Store) extension LendingUpkeep {
  /// What is not allowed in this change, as a sentence, or `nil`.
  public var flaw: String? {
    switch self {
    case .add(let additions):
      if additions.count > LendingLimits.additions {
        return """
          \(additions.count) resources are added at once; it can be \(LendingLimits.additions).
          """
      }
      var names: Set<String> = []
      for addition in additions {
        if let flaw = addition.flaw { return flaw }
        if !names.insert(addition.name).inserted {
          return "The name \"\(addition.name)\" is added twice at once."
        }
      }
      return nil
    case .quarantine(_, let reason), .takeBack(_, let reason, _):
      return LendingLimits.flaw(ofText: reason, role: "reason")
    case .configure(let settings): return settings.flaw
    case .drain, .repair: return nil
    }
  }
}

extension LendingAddition {
  fileprivate var flaw: String? {
    if payload.count > LendingLimits.payloadBytes {
      return """
        The payload of "\(name)" has \(payload.count) bytes; it can have \
        \(LendingLimits.payloadBytes). Store what is larger elsewhere, and its address here.
        """
    }
    return LendingLimits.flaw(ofText: name, role: "name") ?? labels.flaw
  }
}

@_spi(Store) extension LendingReturn {
  /// What is not allowed in this return, as a sentence, or `nil`.
  public var flaw: String? {
    switch condition {
    case .ready(let shows?): LendingLimits.flaw(ofText: shows, role: "affinity key")
    case .ready(nil): nil
    case .quarantined(let reason): LendingLimits.flaw(ofText: reason, role: "reason")
    }
  }
}

extension LendingSession {
  /// What is not allowed in this description, as a sentence, or `nil`.
  @_spi(Store) public var flaw: String? {
    LendingLimits.flaw(ofText: host, role: "host")
      ?? (job.isEmpty ? nil : LendingLimits.flaw(ofText: job, role: "job"))
  }
}

extension Labels {
  /// What is not allowed in these labels, as a sentence, or `nil`.
  @_spi(Store) public var flaw: String? {
    if all.count > LendingLimits.labels {
      return "There are \(all.count) labels; there can be \(LendingLimits.labels)."
    }
    for label in all {
      if let flaw = LendingLimits.flaw(ofText: label, role: "label") { return flaw }
    }
    return nil
  }
}

@_spi(Store) extension LendingLimits {
  /// What is not allowed in a short text, as a sentence, or `nil`.
  ///
  /// The sentence contains no control characters.
  ///
  /// - Parameters:
  ///   - text: A name, a label, a key, a reason or a job.
  ///   - role: What the text is, such as `name of the pool`.
  /// - Returns: The sentence.
  public static func flaw(ofText text: String, role: String) -> String? {
    if text.isEmpty { return "The \(role) is empty." }
    func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.value < 32 || scalar.value == 127 }
    func printable(_ text: some StringProtocol) -> String {
      text.unicodeScalars.map { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: "?"
        default: String(scalar)
        }
      }.joined()
    }
    if text.utf8.count > textBytes {
      return """
        The \(role) "\(printable(text.prefix(20)))…" has \(text.utf8.count) bytes; it can have \
        \(textBytes).
        """
    }
    if text.unicodeScalars.contains(where: isControl) {
      return "The \(role) \"\(printable(text))\" contains a control character or a line break."
    }
    return nil
  }
}
