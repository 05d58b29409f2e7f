import StageFloor
import Testing

struct BackoffTests {
  /// A waiting thread spins for a bounded time only, regardless of the other thread.
  @Test func aWaitSpinsThenYieldsThenSleeps() {
    var backoff = Backoff()
    for _ in 0..<64 { #expect(backoff.next() == .pause) }
    for _ in 0..<8 { #expect(backoff.next() == .yield) }
    let naps = (0..<7).map { _ in backoff.next() }
    #expect(
      naps
        == [50_000, 100_000, 200_000, 400_000, 800_000, 1_000_000, 1_000_000].map {
          Backoff.Step.nap(nanoseconds: $0)
        })
  }

  @Test func aNapReturnsAtOnceIfTheWordHasChanged() {
    let word = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)
    word.initialize(to: 1)
    defer { word.deallocate() }
    var backoff = Backoff()
    for _ in 0..<72 { _ = backoff.next() }
    let clock = ContinuousClock()
    // A hundred of these would last a tenth of a second.
    let time = clock.measure { for _ in 0..<10_000 { backoff.wait(while: 2, at: word) } }
    #expect(time < .seconds(5))
  }
}
