import StageFloor
import Testing

@Test("A scalar is escaped also if it is one character with its neighbour")
func scalarsAreEscaped() {
  let escaped = "\u{600}<b>&\u{301}".escaped { $0 == "<" ? "&lt;" : $0 == "&" ? "&amp;" : nil }
  #expect(escaped.unicodeScalars.elementsEqual("\u{600}&lt;b>&amp;\u{301}".unicodeScalars))
}
