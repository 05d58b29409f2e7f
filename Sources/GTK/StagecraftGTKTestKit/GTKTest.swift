#if GTK
internal import CStageGTK
internal import CStageGTKTestKit
internal import StagecraftGTK

/// What a test of windows needs.
///
/// In a process of tests that links this module, GTK's main loop runs on the first thread and
/// serves the main actor: `swift test` drives real windows. Start it with a display, for example
/// `xvfb-run -a swift test`.
@MainActor
public enum GTKTest {
  private static var isPrepared = false

  /// Prepares the toolkit, without animations, and counts its warnings.
  ///
  /// - Parameter animates: Whether widgets animate.
  public static func prepare(animates: Bool = false) {
    if !isPrepared {
      require(
        stage_test_loop_is_running() != 0,
        "GTK's main loop does not run. Is the program started with `swift test`?")
      stage_log_install()
      GTKApplication.prepareToolkit()
      isPrepared = true
    }
    self.animates = animates
  }

  /// Whether widgets animate.
  public static var animates: Bool {
    get { WidgetSettings.animates }
    set { WidgetSettings.animates = newValue }
  }

  /// The number of warnings and criticals that GLib and GTK have written.
  public static var warnings: Int {
    Int(stage_log_warnings() + stage_log_criticals()) - forgiven
  }

  private static var forgiven = 0

  /// Subtracts warnings that a test has caused on purpose.
  ///
  /// - Parameter count: Their number.
  public static func forgive(_ count: Int) { forgiven += count }

  /// Waits until a condition holds, as ``StagecraftGTK/MainLoop/until(_:_:)`` does.
  ///
  /// - Parameters:
  ///   - limit: How long to wait.
  ///   - condition: The condition.
  /// - Returns: Whether it holds.
  public static func until(
    _ limit: Duration = .seconds(20), _ condition: () -> Bool
  ) async -> Bool {
    await MainLoop.until(limit, condition)
  }

  /// Waits until GTK has processed all events that are due, and at least one turn of the main loop.
  public static func idle() async { await MainLoop.idle() }
}
#endif
