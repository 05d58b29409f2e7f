/// Stops the program with a sentence if something is not as the caller has promised.
///
/// For what an app does wrong. `precondition` stops it too, and says nothing in a release build,
/// where the names in the sentence are all that there is to go by.
///
/// - Parameters:
///   - condition: what was promised.
///   - sentence: what is wrong, and with whom; made only if it is needed.
///   - file: where it is checked.
///   - line: where it is checked.
func require(
  _ condition: Bool, _ sentence: @autoclosure () -> String, file: StaticString = #file,
  line: UInt = #line
) {
  guard !condition else { return }
  fatalError(sentence(), file: file, line: line)
}
