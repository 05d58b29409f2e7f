#if Logging
public import Logging

/// Writes the events of one object.
///
/// All members may be called from any thread.
public final class LogTrack: Sendable {
  private let number: Int
  private let key: String
  private let name: String
  private let core: LogCore

  init(_ number: Int, _ key: String, _ name: String?, _ core: LogCore) {
    self.number = number
    self.key = key
    self.name = name ?? "unnamed"
    self.core = core
  }

  /// Writes an event, unless one of its kind was written less than an interval ago: then it is
  /// counted.
  ///
  /// - Parameters:
  ///   - kind: What is counted together, as a constant.
  ///   - level: The level of the line.
  ///   - message: The message, as a constant.
  ///   - metadata: What else there is to say; the name of the object is added.
  public func write(
    _ kind: String, _ level: Logger.Level, _ message: Logger.Message,
    _ metadata: @autoclosure @escaping @Sendable () -> Logger.Metadata = [:]
  ) {
    let (key, name) = (key, name)
    core.write(
      LogCore.Key(object: number, kind: kind),
      LogCore.Line(level: level, message: message) {
        var all = metadata()
        all[key] = "\(name)"
        return all
      })
  }
}

extension Duration {
  /// In whole milliseconds, for metadata.
  var milliseconds: Logger.MetadataValue {
    let (seconds, attoseconds) = components
    return "\(seconds * 1_000 + attoseconds / 1_000_000_000_000_000)"
  }
}
#endif
