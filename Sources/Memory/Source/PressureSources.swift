/// Who tells a monitor that memory is short.
///
/// ```swift
/// let pressure = PressureMonitor(sources: .automatic.and(PressureBudget(bytes: 400 << 20)))
/// ```
public struct PressureSources: Sendable {
  /// The sources, in the order in which the monitor begins with them.
  public var sources: [any PressureSource]

  /// These sources, all of them.
  public init(_ sources: [any PressureSource]) { self.sources = sources }

  /// None: only ``PressureMonitor/relieve(_:target:includingLossy:)`` makes a pass.
  public static var none: PressureSources { PressureSources([]) }

  /// These sources, all of them.
  public static func only(_ sources: any PressureSource...) -> PressureSources {
    PressureSources(sources)
  }

  /// These sources, and others.
  public func and(_ others: any PressureSource...) -> PressureSources {
    PressureSources(sources + others)
  }
}
