/// Takes what a source sees to its monitor.
///
/// It may be used from any thread, and keeps neither the monitor nor its responders alive.
public struct PressureReporter: Sendable {
  /// For how long a report holds.
  public enum Lasting: Sendable, Hashable {
    /// It happened at this moment: it counts until nothing was heard for a while, and while the
    /// monitor holds off it is not repeated.
    case momentary

    /// It is so from now on, until this source reports something else. What the monitor does not
    /// act on because it holds off, it acts on afterwards.
    case untilChanged
  }

  /// Takes a report to somebody who tells what follows from it.
  package typealias Asking =
    @Sendable (PressureReport, CheckedContinuation<ReliefReport?, Never>) -> Void

  /// Takes any news to the monitor.
  let deliver: @Sendable (PressureNews) -> Void
  private let ask: Asking?

  package init(
    deliver: @escaping @Sendable (PressureNews) -> Void, ask: Asking? = nil
  ) {
    self.deliver = deliver
    self.ask = ask
  }

  /// Reports how short memory is.
  ///
  /// - Parameters:
  ///   - level: how short; ``PressureLevel/normal`` takes back what this source has reported.
  ///   - cause: what made the source speak.
  ///   - target: how many bytes would have to be given back, if that is known.
  ///   - lasting: for how long that holds.
  public func report(
    _ level: PressureLevel, cause: PressureCause = .platform, target: Int? = nil,
    lasting: Lasting = .momentary
  ) {
    deliver(.report(PressureReport(level: level, cause: cause, target: target, lasting: lasting)))
  }

  /// Takes a report to the monitor, and waits for the pass in which it is answered.
  ///
  /// - Parameter report: what the source sees.
  /// - Returns: what the pass gave back; nil if there is none.
  package func reportAwaitingRelief(_ report: PressureReport) async -> ReliefReport? {
    guard let ask else {
      deliver(.report(report))
      return nil
    }
    return await withCheckedContinuation { ask(report, $0) }
  }

  /// Says what the source is watching, for ``PressureMonitor/sources``.
  public func isWatching(_ detail: String) { deliver(.isWatching(detail)) }

  /// Says why there is nothing to watch here, for ``PressureMonitor/sources``.
  ///
  /// For members; a source itself throws in ``PressureSource/watch(_:)``.
  ///
  /// - Parameter reason: why, in words: "there is no such file".
  public func isRefused(_ reason: String) { deliver(.isRefused(reason)) }

  /// Says that there is nothing to watch any more: what it reported fades, and it is not asked again.
  ///
  /// What it reports later is ignored, unless it has said ``isWatching(_:)`` again.
  ///
  /// - Parameter reason: why, in words: "the group of processes was removed".
  public func isLost(_ reason: String) { deliver(.isLost(reason)) }

  /// A reporter for one of several sources of which this one consists.
  ///
  /// The monitor lists it as a source of its own.
  ///
  /// - Parameters:
  ///   - name: what it is called.
  ///   - whenLost: hears that it was lost, after the monitor has.
  /// - Returns: the reporter for that source.
  public func member(
    _ name: String, whenLost: @escaping @Sendable (String) -> Void = { _ in }
  ) -> PressureReporter {
    let relay = SourceRelay()
    deliver(.member(name, relay))
    return PressureReporter { news in
      relay.deliver(news)
      if case .isLost(let reason) = news { whenLost(reason) }
    }
  }
}
