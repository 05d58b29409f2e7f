/// A pass that has ended, and the data for its report.
struct EndedPass {
  var pass: ReliefPass
  var end: Int64
  var resident: Int?
  /// The bytes that other monitors' passes released meanwhile.
  var releasedByOthers = 0
  var readers: [AsyncStream<ReliefReport>.Continuation]
}
