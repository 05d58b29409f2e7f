/// Delivers the reports of a source to its monitor.
///
/// It may be used from any thread. It keeps neither the monitor nor its responders alive.
public struct PressureReporter: Sendable {
  /// How long a report remains valid.
  public enum Lasting: Sendable, Hashable {
    /// A momentary event. It counts until nothing was reported for a while, and is not repeated
    /// after a hold-off.
    case momentary

    /// A lasting state, until this source reports another. If the monitor does not act on it
    /// because of a hold-off, it acts afterwards.
    case untilChanged
  }

  /// Delivers a report, and returns the report of the resulting pass.
  package typealias Asking = @Sendable (PressureReport) async -> ReliefReport?

  let deliver: @Sendable (SourceMessage) -> Void
  private let ask: Asking?

  package init(
    deliver: @escaping @Sendable (SourceMessage) -> Void, ask: Asking? = nil
  ) {
    self.deliver = deliver
    self.ask = ask
  }

  /// Reports how short memory is.
  ///
  /// - Parameters:
  ///   - level: The pressure level; ``PressureLevel/normal`` withdraws this source's earlier
  ///     reports.
  ///   - cause: The reason.
  ///   - target: The number of bytes to release, if known.
  ///   - lasting: How long the report remains valid.
  public func report(
    _ level: PressureLevel, cause: PressureCause = .platform, target: Int? = nil,
    lasting: Lasting = .momentary
  ) {
    deliver(.report(PressureReport(level: level, cause: cause, target: target, lasting: lasting)))
  }

  /// Reports to the monitor, and waits for the resulting pass.
  package func reportAwaitingRelief(_ report: PressureReport) async -> ReliefReport? {
    guard let ask else {
      deliver(.report(report))
      return nil
    }
    return await ask(report)
  }

  /// Records what the source is watching, for ``PressureMonitor/sources``.
  ///
  /// - Parameter detail: A description of what is watched.
  public func reportWatching(_ detail: String) { deliver(.watching(detail)) }

  /// Records why there is nothing to watch here, for ``PressureMonitor/sources``.
  ///
  /// For members only; a source itself throws in ``PressureSource/watch(_:)``.
  ///
  /// - Parameter reason: The reason in words, such as "there is no such file".
  public func reportUnavailable(_ reason: String) { deliver(.unavailable(reason)) }

  /// Records that there is nothing left to watch: the source's reports expire, and it is not
  /// started again.
  ///
  /// Later reports are ignored, unless ``reportWatching(_:)`` is called again.
  ///
  /// - Parameter reason: The reason in words, such as "the cgroup was removed".
  public func reportLoss(_ reason: String) { deliver(.lost(reason)) }

  /// Creates a reporter for one of several sources that this source consists of.
  ///
  /// The monitor lists it as a separate source.
  ///
  /// - Parameters:
  ///   - name: The name of the member.
  ///   - whenLost: Called with the reason after the member was lost, once the monitor has been
  ///     notified.
  /// - Returns: The reporter of the member.
  public func member(
    _ name: String, whenLost: @escaping @Sendable (String) -> Void = { _ in }
  ) -> PressureReporter {
    let relay = SourceRelay()
    deliver(.member(name, relay))
    return PressureReporter { message in
      relay.deliver(message)
      if case .lost(let reason) = message { whenLost(reason) }
    }
  }
}
