import Testing

@testable import StagecraftMemory

@Suite
struct PlatformDegreeTests {
  private static let far = PlatformDegree.OwnLimit(available: 1 << 30, physical: 4 << 30)
  private static let near = PlatformDegree.OwnLimit(available: 40 << 20, physical: 4 << 30)
  private static let unknown = PlatformDegree.OwnLimit(available: 0, physical: 4 << 30)

  private func levels(
    _ isWarning: Bool, _ isCritical: Bool, _ limit: PlatformDegree.OwnLimit?
  ) -> [PressureLevel] {
    let degree = PlatformDegree(isWarning: isWarning, isCritical: isCritical, limit: limit)
    return [degree.lasting] + (degree.isCriticalNow ? [.critical] : [])
  }

  /// Devices report critical pressure at each warning, when hidden views should still be kept.
  @Test
  func criticalIsHighFarFromTheLimitOfTheApp() {
    #expect(levels(false, true, Self.far) == [.high])
    #expect(levels(true, false, Self.far) == [.high])
    #expect(levels(false, true, Self.unknown) == [.high])
    #expect(levels(false, false, Self.near) == [.normal])
  }

  @Test
  func warningIsMomentarilyCriticalNearTheLimitOfTheApp() {
    #expect(levels(false, true, Self.near) == [.high, .critical])
    #expect(levels(true, false, Self.near) == [.high, .critical])
  }

  @Test
  func levelIsThatOfTheSystemWithoutALimit() {
    #expect(levels(false, true, nil) == [.critical])
    #expect(levels(true, false, nil) == [.high])
    #expect(levels(false, false, nil) == [.normal])
  }
}
