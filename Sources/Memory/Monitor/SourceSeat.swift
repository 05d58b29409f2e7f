/// A source's place with a monitor.
struct SourceSeat {
  var status: PressureSourceStatus
  var watch: PressureWatch?
}
