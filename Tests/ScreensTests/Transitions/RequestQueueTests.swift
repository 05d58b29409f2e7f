import TestSupport
import Testing

@testable import StagecraftScreens

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct RequestQueueTests {
  /// Against an array.
  @Test
  func requestsAreServedInFIFOOrder() throws {
    try withEverySeed(in: 0..<50) { generator in
      var (queue, model) = (RequestQueue(), [TransitionRequest]())
      for _ in 0..<500 {
        switch Int.random(in: 0..<9, using: &generator) {
        case 0..<4:
          model.append(TransitionRequest(nil))
          queue.append(model[model.count - 1])
        case 4:
          model.insert(TransitionRequest(nil), at: 0)
          queue.prepend(model[0])
        case 5:
          let chosen = model.filter { _ in generator.oneIn(8) }
          let removed = queue.remove { request in chosen.contains { $0 === request } }
          #expect(removed.map(ObjectIdentifier.init) == chosen.map(ObjectIdentifier.init))
          model.removeAll { request in chosen.contains { $0 === request } }
        default:
          let first = model.isEmpty ? nil : model.removeFirst()
          #expect(queue.popFirst() === first, "\(Labels.text)")
        }
        #expect(queue.count == model.count && queue.isEmpty == model.isEmpty)
      }
    }
  }

  /// In a queue that is never empty, served requests do not accumulate.
  @Test
  func servedRequestsAreReleased() {
    weak var early: TransitionRequest?
    var queue = RequestQueue()
    do {
      let request = TransitionRequest(nil)
      early = request
      queue.append(request)
    }
    for _ in 0..<200 {
      queue.append(TransitionRequest(nil))
      _ = queue.popFirst()
    }
    #expect(queue.count == 1)
    #expect(early == nil)
  }
}
