internal import StageFloor

/// Watches what the surroundings offer, and replaces a source that is lost.
struct AutomaticPressure: PressureSource {
  private let surroundings: PressureSurroundings

  init(surroundings: PressureSurroundings) { self.surroundings = surroundings }

  var name: String { "automatic" }

  func watch(_ reporter: PressureReporter) throws -> ObservationToken {
    #if canImport(Darwin)
    let choice = AutomaticChoice(surroundings.environment, on: .apple)
    #else
    let choice = AutomaticChoice(surroundings.environment, on: .linux)
    #endif
    if choice.isOff {
      throw PressureSourceError(
        "\(ServiceManagerConfiguration.watchVariable) turns monitoring off")
    }
    let chooser = AutomaticChooser(choice, reporter) { [surroundings] candidate in
      CandidateSource(candidate, in: surroundings)
    }
    guard chooser.begin() else {
      throw PressureSourceError("no source of memory pressure is available")
    }
    return ObservationToken { chooser.end() }
  }
}

struct CandidateSource {
  var source: any PressureSource
  var isLimited: @Sendable () -> Bool = { false }
}

extension CandidateSource {
  init(_ candidate: AutomaticChoice.Candidate, in surroundings: PressureSurroundings) {
    switch candidate {
    case .serviceManager:
      self.init(source: ServiceManagerPressure(surroundings: surroundings))
    case .group:
      self.init(
        source: GroupPressure(surroundings: surroundings),
        isLimited: { (try? MemoryGroup.own(in: surroundings))?.effectiveLimit() != nil })
    case .machineStalls:
      self.init(source: StallPressure(surroundings: surroundings))
    case .availableMemory:
      self.init(source: AvailableMemoryPressure(surroundings: surroundings))
    case .platform:
      #if canImport(Darwin)
      self.init(source: PlatformPressure())
      #else
      preconditionFailure("The platform source exists on Apple platforms only.")
      #endif
    }
  }
}
