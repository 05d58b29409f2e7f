/// Adds up how long something takes.
struct Stopwatch {
  private(set) var total = Duration.zero

  mutating func time<Result>(_ body: () -> Result) -> Result {
    let start = ContinuousClock.now
    defer { total += ContinuousClock.now - start }
    return body()
  }
}
