import StageFloor
import TestSupport
import Testing

struct DeadlineHeapTests {
  @Test func theEarliestIsReturnedFirstAndOnlyWhenItIsDue() {
    var heap = DeadlineHeap()
    #expect(heap.earliest == nil)
    _ = heap.insert(1, at: 30)
    _ = heap.insert(2, at: 10)
    _ = heap.insert(3, at: 20)
    #expect(heap.earliest == 10)
    #expect(heap.popDue(at: 9) == nil)
    #expect(heap.popDue(at: 20)?.id == 2)
    #expect(heap.popDue(at: 20)?.id == 3)
    #expect(heap.popDue(at: 20) == nil)
    #expect(heap.count == 1)
  }

  @Test func equalDeadlinesAreReturnedInFIFOOrder() {
    var heap = DeadlineHeap()
    for id in 0..<100 { _ = heap.insert(UInt64(id), at: 5) }
    let order = (0..<100).compactMap { _ in heap.popDue(at: 5)?.id }
    #expect(order == Array(0..<100))
  }

  @Test func aTicketCancelsOnlyItsDeadlineAndOnce() {
    var heap = DeadlineHeap()
    let first = heap.insert(1, at: 10)
    #expect(heap.cancel(first) == 1)
    #expect(heap.cancel(first) == nil)
    // In the place of the first one.
    let second = heap.insert(2, at: 10)
    #expect(heap.cancel(first) == nil)
    #expect(heap.popDue(at: 10)?.id == 2)
    #expect(heap.cancel(second) == nil)
    #expect(heap.isEmpty)
  }

  @Test(.onSeparateThread) func itAgreesWithASortedList() throws {
    try withEverySeed(in: 1..<50) { generator in
      var heap = DeadlineHeap()
      /// In the order of insertion.
      var list: [(deadline: Int64, id: UInt64, ticket: DeadlineHeap.Ticket)] = []
      var used: [DeadlineHeap.Ticket] = []
      var lastID: UInt64 = 0
      for _ in 0..<1_000 {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0...3:
          let deadline = Int64.random(in: -20...20, using: &generator)
          lastID += 1
          let ticket = heap.insert(lastID, at: deadline)
          list.append((deadline, lastID, ticket))
        case 4, 5:
          let now = Int64.random(in: -20...20, using: &generator)
          let first = list.indices.min { list[$0].deadline < list[$1].deadline }
          let popped = heap.popDue(at: now)
          guard let first, list[first].deadline <= now else {
            #expect(popped == nil, "\(Labels.text)")
            break
          }
          let expected = list.remove(at: first)
          used.append(expected.ticket)
          #expect(popped?.id == expected.id, "\(Labels.text)")
          #expect(popped?.deadline == expected.deadline, "\(Labels.text)")
        case 6:
          guard let index = list.indices.randomElement(using: &generator) else { break }
          let (_, id, ticket) = list.remove(at: index)
          used.append(ticket)
          #expect(heap.cancel(ticket) == id, "\(Labels.text)")
        default:
          guard let ticket = used.randomElement(using: &generator) else { break }
          #expect(heap.cancel(ticket) == nil, "\(Labels.text)")
        }
        #expect(heap.count == list.count, "\(Labels.text)")
        #expect(heap.earliest == list.map(\.deadline).min(), "\(Labels.text)")
      }
    }
  }
}
