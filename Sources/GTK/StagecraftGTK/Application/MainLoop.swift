#if GTK
internal import CGTK
internal import CStageGTK
internal import Dispatch

/// Serves the main actor from GTK's main loop.
///
/// ``GTKApplication/run(_:)`` attaches it. Call ``attach()`` only in a program that runs GLib's
/// main loop by itself.
///
/// - The loop sleeps in the kernel until there is an event, a timer or a job of the main actor;
///   nothing polls.
/// - Many small jobs do not keep GTK from drawing. A job that runs for long does: divide it, with
///   `Task.yield()` between the parts.
/// - Work of GLib's default priority or above goes first, such as events and timers: no job runs
///   while some is due. Jobs and all other work take turns: a job that has waited for one turn of
///   the loop runs in the next, even if a frame is due or a web page has more to do.
/// - GTK holds events back from the start of a frame until it is drawn. A job may run between two
///   events then.
/// - A main loop that is run *inside* a job of the main actor, such as a nested `GMainLoop`, serves
///   windows but runs no other job until it returns. Await instead.
@MainActor
public enum MainLoop {
  /// Below GTK's redrawing (120), above idle work (200).
  private static let priority: Int32 = 125

  /// Serves the main actor from GLib's default main context, from now on.
  ///
  /// Further calls do nothing.
  ///
  /// - Precondition: This is the first thread of the process. It is not in a program with an
  ///   asynchronous `main`: there, the first `await` moves the main actor to another thread.
  public static func attach() {
    require(
      stage_is_first_thread() != 0,
      """
      GTK must run on the first thread of the process, and this is another one. Is `main` \
      asynchronous? Declare it `static func main()`, and start tasks inside `run`.
      """)
    stage_loop_attach(priority)
    // Links the library whose queue is served.
    _ = DispatchQueue.main
  }

  /// Also while a job of the main actor runs the loop by itself.
  static func after(_ delay: Duration, _ body: @escaping @MainActor () -> Void) {
    let call = HeldClosure.hold { _ in
      body()
      return false
    }
    g_timeout_add_full(
      G_PRIORITY_DEFAULT, UInt32(delay / .milliseconds(1)), { HeldClosure.call($0) }, call,
      { HeldClosure.release($0) })
  }
}
#endif
