import Testing

@testable import StagecraftMemory

@Suite("What a warning of Apple's systems means")
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

  /// Devices report that at each warning, and hidden views should be retained then.
  @Test("critical is no more than a warning where an app has its own limit, which is far")
  func devices() {
    #expect(levels(false, true, Self.far) == [.high])
    #expect(levels(true, false, Self.far) == [.high])
    #expect(levels(false, true, Self.unknown) == [.high])
    #expect(levels(false, false, Self.near) == [.normal])
  }

  @Test("it is critical for the moment where the app's own limit is near")
  func nearTheEnd() {
    #expect(levels(false, true, Self.near) == [.high, .critical])
    #expect(levels(true, false, Self.near) == [.high, .critical])
  }

  @Test("it is what the system says where apps have no limits")
  func withoutLimits() {
    #expect(levels(false, true, nil) == [.critical])
    #expect(levels(true, false, nil) == [.high])
    #expect(levels(false, false, nil) == [.normal])
  }
}
