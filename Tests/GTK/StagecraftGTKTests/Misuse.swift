#if GTK
import Testing

/// Expects that a process has ended with a sentence on its standard error.
func expect(
  _ sentence: String, in result: ExitTest.Result?, _ location: SourceLocation = #_sourceLocation
) {
  let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  #expect(text.contains(sentence), "\(text)", sourceLocation: location)
}
#endif
