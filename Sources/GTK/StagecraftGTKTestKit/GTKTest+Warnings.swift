#if GTK
internal import CStageGTK

extension GTKTest {
  /// Counts GTK's warnings in ``warnings`` from now on, in a program that is not a test.
  ///
  /// ``prepare(animates:)`` does so by itself.
  public static func countWarnings() { stage_log_install() }
}
#endif
