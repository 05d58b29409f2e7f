#if GTK
internal import CStageGTK

/// Also in release builds.
package func require(
  _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String,
  file: StaticString = #file, line: UInt = #line
) {
  if !condition() { fatalError(message(), file: file, line: line) }
}

/// Stops the program with a message on another thread; `MainActor.assumeIsolated` has none.
func onMainThread<Result: Sendable>(
  _ body: @MainActor () throws -> Result
) rethrows -> Result {
  require(
    stage_is_first_thread() != 0,
    """
    GTK is used on another thread than the first one of the process: a signal was emitted, or the \
    last reference to a widget was given up there. Use GTK on the main actor only.
    """)
  return try MainActor.assumeIsolated(body)
}

@MainActor
func pixels(_ length: Int, atLeast least: Int = 0) -> Int32 {
  require(
    length >= least && length <= Int(Int16.max),
    "A length is between \(least) and \(Int16.max) pixels, not \(length).")
  return Int32(length)
}
#endif
