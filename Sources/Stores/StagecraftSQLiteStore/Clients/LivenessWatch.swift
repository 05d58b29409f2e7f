#if SQLite
internal import StageFloor

/// The end of another client's liveness pipe that was opened here.
///
/// It is ready when that client ends.
final class LivenessWatch: Sendable {
  let client: String
  let descriptor: Int32

  init(_ client: String, _ descriptor: Int32) {
    self.client = client
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }
}
#endif
