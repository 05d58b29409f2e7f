/// The sources of a monitor.
///
/// ```swift
/// let pressure = PressureMonitor(sources: .automatic.and(PressureBudget(bytes: 400 << 20)))
/// ```
public struct PressureSources: Sendable {
  /// The sources, in the order in which the monitor starts them.
  public var sources: [any PressureSource]

  /// Creates a list of sources.
  ///
  /// - Parameter sources: The sources; all are watched.
  public init(_ sources: [any PressureSource]) { self.sources = sources }

  /// No sources: only ``PressureMonitor/relieve(_:target:includingLossy:)`` starts a pass.
  public static var none: PressureSources { PressureSources([]) }

  /// Returns a list of the given sources.
  ///
  /// - Parameter sources: The sources; all are watched.
  /// - Returns: The list.
  public static func only(_ sources: any PressureSource...) -> PressureSources {
    PressureSources(sources)
  }

  /// Returns these sources and others.
  ///
  /// - Parameter others: The sources to add.
  /// - Returns: The combined list.
  public func and(_ others: any PressureSource...) -> PressureSources {
    PressureSources(sources + others)
  }
}
