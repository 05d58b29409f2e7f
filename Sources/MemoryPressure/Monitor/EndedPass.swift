/// A pass that is over, with what its report needs.
struct EndedPass {
  var pass: ReliefPass
  var end: Int64
  var resident: Int?
  var readers: [AsyncStream<ReliefReport>.Continuation]
}
