internal import StagecraftMemory
internal import StageFloor

/// How much of what is idle a pool gives up for a request.
struct PressureShare: Sendable {
  /// What an element holds; nil: nobody knows.
  let bytesPerElement: Int?

  init(bytesPerElement: Int?) {
    require(
      bytesPerElement ?? 1 > 0,
      """
      An element holds one byte or more; \(bytesPerElement ?? 0) is none. If it is not known, leave \
      it out.
      """)
    self.bytesPerElement = bytesPerElement
  }

  /// How many idle elements go, of so many; the pool keeps its minimum in any case.
  func count(of idle: Int, for request: ReleaseRequest) -> Int {
    guard request.level < .critical else { return idle }
    if let bytesPerElement, let target = request.target {
      let (whole, rest) = max(0, target).quotientAndRemainder(dividingBy: bytesPerElement)
      return min(idle, rest > 0 ? whole + 1 : whole)
    }
    // A share that is no number compares as neither, and gives up nothing.
    let share = request.share > 0 ? min(request.share, 1) : 0
    return Int((Double(idle) * share).rounded(.up))
  }

  /// How many bytes so many elements hold; 0 if nobody knows.
  func bytes(of count: Int) -> Int {
    let (bytes, isTooMuch) = count.multipliedReportingOverflow(by: bytesPerElement ?? 0)
    return isTooMuch ? .max : bytes
  }
}
