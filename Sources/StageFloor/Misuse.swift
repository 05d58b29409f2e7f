/// Stops the program with a message if the caller broke a documented rule.
///
/// `precondition` prints no message in a release build; this prints it in every build. Use it for
/// caller mistakes, with the offending number or name. For what only a defect of this package can
/// break, `precondition` is enough.
@inlinable @inline(__always)
package func require(
  _ condition: Bool, _ sentence: @autoclosure () -> String, file: StaticString = #fileID,
  line: UInt = #line
) {
  if _fastPath(condition) { return }
  misuse(sentence(), file: file, line: line)
}

@usableFromInline @inline(never)
package func misuse(
  _ sentence: String, file: StaticString = #fileID, line: UInt = #line
) -> Never {
  fatalError(sentence, file: file, line: line)
}
