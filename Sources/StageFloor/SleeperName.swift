/// The name under which a test clock lists the sleep of the current task.
///
/// It is set around each sleep of this package on a clock other than the system's, so that a test
/// whose objects share a clock can tell which of them sleeps.
package enum SleeperName {
  /// The name of the pool, manager or monitor that sleeps.
  @TaskLocal package static var current: String?
}
