import TestSupport
import Testing

@testable import StagecraftScreens

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct RequestLineTests {
  /// Against an array.
  @Test
  func firstComeFirstServed() throws {
    try withEverySeed(in: 0..<50) { generator in
      var (line, model) = (RequestLine(), [TransitionRequest]())
      for _ in 0..<500 {
        switch Int.random(in: 0..<9, using: &generator) {
        case 0..<4:
          model.append(TransitionRequest(nil))
          line.append(model[model.count - 1])
        case 4:
          model.insert(TransitionRequest(nil), at: 0)
          line.prepend(model[0])
        case 5:
          let chosen = model.filter { _ in generator.oneIn(8) }
          let removed = line.remove { request in chosen.contains { $0 === request } }
          #expect(removed.map(ObjectIdentifier.init) == chosen.map(ObjectIdentifier.init))
          model.removeAll { request in chosen.contains { $0 === request } }
        default:
          let first = model.isEmpty ? nil : model.removeFirst()
          #expect(line.popFirst() === first, "\(Labels.text)")
        }
        #expect(line.count == model.count && line.isEmpty == model.isEmpty)
      }
    }
  }

  /// In a line that is never empty, those that were served do not pile up.
  @Test
  func whoWasServedIsLetGoOf() {
    weak var early: TransitionRequest?
    var line = RequestLine()
    do {
      let request = TransitionRequest(nil)
      early = request
      line.append(request)
    }
    for _ in 0..<200 {
      line.append(TransitionRequest(nil))
      _ = line.popFirst()
    }
    #expect(line.count == 1)
    #expect(early == nil)
  }
}
