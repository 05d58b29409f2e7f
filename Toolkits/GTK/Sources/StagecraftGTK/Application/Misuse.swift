/// Stops the program if a caller has made a mistake; with the message in release builds, too.
@MainActor
package func require(
  _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String,
  file: StaticString = #file, line: UInt = #line
) {
  if !condition() { fatalError(message(), file: file, line: line) }
}
