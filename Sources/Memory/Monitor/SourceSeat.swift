/// The state and the watch of one source.
struct SourceSeat {
  var status: PressureSourceStatus
  var watch: PressureWatch?
}
