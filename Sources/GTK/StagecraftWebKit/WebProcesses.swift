#if WebPages
internal import CStageWebKit
internal import CWebKitGTK
internal import StagecraftGTK

/// The processes in which web pages run, and their limits.
///
/// Each web view has a process of its own, which holds a hundred megabytes and more. WebKit watches
/// their memory only if it is given limits:
///
/// ```swift
/// let processes = WebProcesses(limits: .init(megabytes: 300))
/// let page = WebView(in: processes)
/// page.onProcessEnd = { reason in print(reason) }
/// ```
@MainActor
public final class WebProcesses {
  /// The processes of views that are created without others; without limits.
  public static let shared = WebProcesses()

  /// The limits of one process.
  public struct Limits: Hashable, Sendable {
    /// How much memory a process may use.
    public var megabytes: Int
    /// From which part of it the process releases what it can spare.
    public var conservativeShare = 0.33
    /// From which part of it the process releases what it can.
    public var strictShare = 0.5
    /// From which part of it the process is ended, as
    /// ``WebProcessEnd/exceededMemoryLimit``; nil for never.
    public var killShare: Double?
    /// How often the process measures its memory.
    public var interval = Duration.seconds(30)

    /// Creates limits.
    ///
    /// - Parameter megabytes: How much memory a process may use.
    public init(megabytes: Int) { self.megabytes = megabytes }
  }

  private let context: OpaquePointer

  /// Creates a context.
  ///
  /// - Parameter limits: The limits of each process; nil for none.
  /// - Precondition: The memory and the interval are positive. The shares grow from conservative to
  ///   kill; those below the last are less than 1.
  public init(limits: Limits? = nil) {
    guard let limits else {
      context = stage_web_context_new(nil)
      return
    }
    require(
      limits.megabytes > 0 && UInt32(exactly: limits.megabytes) != nil,
      "The limit must be positive and below 2³² MB, not \(limits.megabytes) MB.")
    require(
      limits.interval > .zero, "The interval must be positive, not \(limits.interval).")
    require(
      0 < limits.conservativeShare && limits.conservativeShare < limits.strictShare
        && limits.strictShare < 1 && limits.strictShare < limits.killShare ?? 1,
      "The shares of the limit must grow: conservative, strict, kill.")
    let settings = webkit_memory_pressure_settings_new()
    defer { webkit_memory_pressure_settings_free(settings) }
    let seconds = Double(limits.interval.components.seconds)
    let fraction = Double(limits.interval.components.attoseconds) / 1e18
    webkit_memory_pressure_settings_set_memory_limit(settings, UInt32(limits.megabytes))
    // WebKit compares each with the present values of the others, and ignores it if they do not
    // grow. At first the strict share is a half, and there is no kill share.
    let (conservative, strict) = (limits.conservativeShare, limits.strictShare)
    if conservative < 0.5 {
      webkit_memory_pressure_settings_set_conservative_threshold(settings, conservative)
      webkit_memory_pressure_settings_set_strict_threshold(settings, strict)
    } else {
      webkit_memory_pressure_settings_set_strict_threshold(settings, strict)
      webkit_memory_pressure_settings_set_conservative_threshold(settings, conservative)
    }
    if let kill = limits.killShare {
      webkit_memory_pressure_settings_set_kill_threshold(settings, kill)
    }
    webkit_memory_pressure_settings_set_poll_interval(settings, seconds + fraction)
    context = stage_web_context_new(settings)
  }

  isolated deinit { g_object_unref(UnsafeMutableRawPointer(context)) }

  func withRaw<Result>(_ body: (OpaquePointer) -> Result) -> Result {
    defer { withExtendedLifetime(self) {} }
    return body(context)
  }
}
#endif
