#if SQLite || PostgreSQL
internal import StageFloor
internal import CLend

struct SignalInbox: Sendable {
  let descriptor: Int32

  /// Begins to collect the signals of this process, which happens once.
  static func collecting() throws -> SignalInbox {
    let signals = RunSignal.collected
    let inbox = SignalInbox(descriptor: lend_signals_open(signals, signals.count))
    if inbox.descriptor < 0 { throw systemError("Signals cannot be received") }
    return inbox
  }

  /// The signals that have arrived, without waiting.
  func take() -> [Int32] {
    var buffer = [UInt8](repeating: 0, count: 64)
    var signals: [Int32] = []
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count <= 0 { return signals }
      signals += buffer[..<count].map(Int32.init)
    }
  }
}
#endif
