/// The name under which a clock of a test lists the sleep of the current task.
///
/// Set around each sleep of our own on a clock that is not the system's, so that a test whose objects
/// share a clock can tell which of them sleeps.
package enum SleeperName {
  /// The name of the pool, the manager or the monitor that sleeps.
  @TaskLocal package static var current: String?
}
