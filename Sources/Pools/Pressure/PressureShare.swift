internal import StageFloor
internal import StagecraftMemory

struct PressureShare: Sendable {
  let bytesPerElement: Int?

  init(bytesPerElement: Int?) {
    require(
      bytesPerElement ?? 1 > 0,
      """
      bytesPerElement must be 1 or more, not \(bytesPerElement ?? 0). If the size is unknown, omit \
      it.
      """)
    self.bytesPerElement = bytesPerElement
  }

  /// The pool keeps its minimum in any case.
  func count(of idle: Int, for request: ReleaseRequest) -> Int {
    guard request.level < .critical else { return idle }
    if let bytesPerElement, let target = request.target {
      let (whole, rest) = max(0, target).quotientAndRemainder(dividingBy: bytesPerElement)
      return min(idle, rest > 0 ? whole + 1 : whole)
    }
    // A NaN share fails the comparison, and releases nothing.
    let share = request.share > 0 ? min(request.share, 1) : 0
    return Int((Double(idle) * share).rounded(.up))
  }

  func bytes(of count: Int) -> Int {
    let (bytes, isTooMuch) = count.multipliedReportingOverflow(by: bytesPerElement ?? 0)
    return isTooMuch ? .max : bytes
  }
}
