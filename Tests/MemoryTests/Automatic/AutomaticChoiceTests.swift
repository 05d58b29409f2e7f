import TestSupport
import Testing

@testable import StagecraftMemory

/// Conversations about which source is watched.
struct AutomaticChoiceTests {
  private typealias Candidate = AutomaticChoice.Candidate

  private func choice(_ path: String? = nil) -> AutomaticChoice {
    var environment = ["HOME": "/library"]
    environment["MEMORY_PRESSURE_WATCH"] = path
    return AutomaticChoice(environment, on: .linux)
  }

  @Test(arguments: ["", "/dev/null"])
  func offTurnsMonitoringOff(path: String) {
    for platform in [AutomaticChoice.Platform.linux, .apple] {
      var choice = AutomaticChoice(["MEMORY_PRESSURE_WATCH": path], on: platform)
      #expect(choice.isOff)
      #expect(choice.begin() == nil)
      #expect(!choice.isWatching)
    }
  }

  @Test func serviceManagerAloneIsEnough() {
    var choice = choice("/run/pressure")
    #expect(choice.begin() == .serviceManager)
    #expect(choice.began(.serviceManager) == nil)
    #expect(choice.isWatching)
  }

  @Test(arguments: ["/run/missing", "relative"])
  func configuredSourceIsNotReplaced(path: String) {
    var choice = choice(path)
    #expect(!choice.isOff)
    #expect(choice.begin() == .serviceManager)
    #expect(choice.unavailable(.serviceManager) == nil)
    #expect(!choice.isWatching)
  }

  @Test func lostServiceManagerIsReplacedByTheNextSource() {
    var choice = choice("/run/pressure")
    #expect(choice.begin() == .serviceManager)
    #expect(choice.began(.serviceManager) == nil)
    #expect(choice.lost(.serviceManager) == .group)
    #expect(choice.began(.group, isLimited: true) == nil)
  }

  @Test func groupWithALimitIsEnough() {
    var choice = choice()
    #expect(choice.begin() == .serviceManager)
    #expect(choice.unavailable(.serviceManager) == .group)
    #expect(choice.began(.group, isLimited: true) == nil)
    #expect(choice.lost(.group) == .machineStalls)
    #expect(choice.began(.machineStalls) == nil)
    #expect(choice.lost(.machineStalls) == .availableMemory)
    #expect(choice.began(.availableMemory) == nil)
    #expect(choice.lost(.availableMemory) == nil)
    #expect(!choice.isWatching)
  }

  @Test func groupWithoutALimitIsWatchedTogetherWithTheMachine() {
    var choice = choice()
    _ = choice.begin()
    _ = choice.unavailable(.serviceManager)
    #expect(choice.began(.group) == .machineStalls)
    #expect(choice.began(.machineStalls) == nil)
    // The machine is still watched.
    #expect(choice.lost(.group) == nil)
    #expect(choice.isWatching)
    #expect(choice.lost(.machineStalls) == .availableMemory)
  }

  @Test func availableMemoryIsTheLastChoice() {
    var choice = choice()
    _ = choice.begin()
    #expect(choice.unavailable(.serviceManager) == .group)
    #expect(choice.unavailable(.group) == .machineStalls)
    #expect(choice.unavailable(.machineStalls) == .availableMemory)
    #expect(choice.unavailable(.availableMemory) == nil)
    #expect(!choice.isWatching)
  }

  @Test func appleUsesThePlatformSource() {
    var choice = AutomaticChoice([:], on: .apple)
    #expect(choice.begin() == .serviceManager)
    #expect(choice.unavailable(.serviceManager) == .platform)
    #expect(choice.began(.platform) == nil)
  }

  @Test func sourceLostWhileBeginningIsReplacedOnce() {
    var choice = choice()
    _ = choice.begin()
    _ = choice.unavailable(.serviceManager)
    #expect(choice.lost(.group) == .machineStalls)
    #expect(choice.began(.group) == nil)
    #expect(choice.lost(.group) == nil)
    #expect(!choice.isWatched(.group))
    #expect(choice.began(.machineStalls) == nil)
  }

  @Test func unavailableSourceIsNotAlsoLost() {
    var choice = choice()
    _ = choice.begin()
    #expect(choice.unavailable(.serviceManager) == .group)
    #expect(choice.lost(.serviceManager) == nil)
    #expect(choice.unavailable(.serviceManager) == nil)
  }

  /// For all inputs: no candidate is tried twice, and while an untried one is left, a source is
  /// watched or is about to be.
  @Test func randomEventsTryEachCandidateOnceAndSkipNone() throws {
    try withEverySeed(in: 0..<2000) { generator in
      var choice = choice(generator.oneIn(3) ? "/run/pressure" : nil)
      let isConfigured = choice != self.choice()
      var tried: [Candidate] = []
      var open: [Candidate] = []
      var watching: [Candidate] = []
      func take(_ candidate: Candidate?) {
        guard let candidate else { return }
        #expect(!tried.contains(candidate), "\(Labels.text)")
        tried.append(candidate)
        open.append(candidate)
      }
      take(choice.begin())
      var refusedOrder = false
      for _ in 0..<20 {
        if let candidate = open.popLast() {
          if Bool.random(using: &generator) {
            watching.append(candidate)
            take(choice.began(candidate, isLimited: Bool.random(using: &generator)))
          } else {
            if candidate == .serviceManager, isConfigured { refusedOrder = true }
            take(choice.unavailable(candidate))
          }
        } else if let candidate = watching.popLast() {
          take(choice.lost(candidate))
        }
        #expect(choice.isWatching == !(open.isEmpty && watching.isEmpty), "\(Labels.text)")
        if !choice.isWatching, !refusedOrder {
          #expect(tried.contains(.availableMemory), "\(Labels.text)")
        }
      }
    }
  }
}
