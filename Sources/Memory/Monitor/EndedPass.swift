/// A pass that is over, with what its report needs.
struct EndedPass {
  var pass: ReliefPass
  var end: Int64
  var resident: Int?
  /// What passes of other monitors gave back meanwhile.
  var releasedByOthers = 0
  var readers: [AsyncStream<ReliefReport>.Continuation]
}
