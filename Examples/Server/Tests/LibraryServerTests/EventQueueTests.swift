import LibraryServer
import Testing

@Suite("What a browser receives")
struct EventQueueTests {
  /// A browser that has received its first snapshot.
  private func followingQueue(limit: Int = 3) -> EventQueue<Int> {
    var queue = EventQueue<Int>(limit: limit)
    _ = queue.take()
    return queue
  }

  @Test func aNewBrowserReceivesASnapshotThatHasEarlierChanges() {
    var queue = EventQueue<Int>(limit: 3)
    #expect(queue.add(1) == false)
    #expect(queue.take() == .snapshot)
    #expect(queue.take() == .nothing)
  }

  @Test func changesAreDeliveredOnceAndInOrder() {
    var queue = followingQueue()
    _ = queue.add(1)
    _ = queue.add(2)
    #expect(queue.take() == .events([1, 2]))
    _ = queue.add(3)
    #expect(queue.take() == .events([3]))
    #expect(queue.take() == .nothing)
  }

  @Test func onlyTheFirstChangeWakesABrowser() {
    var queue = followingQueue()
    #expect(queue.add(1) == true)
    #expect(queue.add(2) == false)
    _ = queue.take()
    #expect(queue.add(3) == true)
  }

  @Test func aSlowBrowserReceivesASnapshotInsteadOfAGrowingQueue() {
    var queue = followingQueue(limit: 3)
    for change in 1...4 { _ = queue.add(change) }
    #expect(queue.add(5) == false)
    #expect(queue.take() == .snapshot)
    #expect(queue.take() == .nothing)
  }

  @Test func aQueueThatIsJustFullIsDelivered() {
    var queue = followingQueue(limit: 3)
    for change in 1...3 { _ = queue.add(change) }
    #expect(queue.take() == .events([1, 2, 3]))
  }

  @Test func aLargeChangeReplacesWhatWaits() {
    var queue = followingQueue()
    #expect(queue.replaceAll() == true)
    #expect(queue.take() == .snapshot)
    _ = queue.add(1)
    // The first change has woken the browser.
    #expect(queue.replaceAll() == false)
    #expect(queue.take() == .snapshot)
    #expect(queue.take() == .nothing)
  }
}
