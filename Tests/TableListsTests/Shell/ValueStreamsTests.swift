import TestSupport
import Testing

@testable import StagecraftTableLists

@Suite(.timeLimit(.minutes(3))) struct ValueStreamsTests {
  /// A thread that was stopped between the change of a value and its report does not report it later.
  @Test func anEarlierValueIsNotReportedAfterALaterOne() async {
    let values = ValueStreams(0)
    let stream = values.follow()
    values.put(1)
    values.set(2)
    values.deliver()
    values.close()
    var seen: [Int] = []
    for await value in stream { seen.append(value) }
    #expect(seen == [2])
  }

  @Test func aStreamThatBeginsMeanwhileDoesNotGoBack() async {
    let values = ValueStreams(0)
    let first = values.follow()
    values.put(1)
    values.put(2)
    var late = values.follow().makeAsyncIterator()
    #expect(await late.next() == 2)
    values.set(3)
    #expect(await late.next() == 3)
    values.close(4)
    #expect(await late.next() == 4)
    #expect(await late.next() == nil)
    var seen: [Int] = []
    for await value in first { seen.append(value) }
    #expect(seen == [4])
  }

  /// It has received the value that was not reported yet when it began.
  @Test func aStreamThatBeginsMeanwhileReceivesAValueOnce() async {
    let values = ValueStreams(0)
    let first = values.follow()
    values.put(1)
    var late = values.follow().makeAsyncIterator()
    #expect(await late.next() == 1)
    values.deliver()
    values.close()
    #expect(await late.next() == nil)
    withExtendedLifetime(first) {}
  }

  @Test func theLastValueOfManyThreadsIsReportedLast() async {
    for _ in 0..<200 {
      let values = ValueStreams(0)
      let stream = values.follow()
      await withTaskGroup(of: Void.self) { group in
        for number in 1...4 { group.addTask { values.set(number) } }
      }
      var iterator = stream.makeAsyncIterator()
      #expect(await iterator.next() == values.current)
      values.close()
      #expect(await iterator.next() == nil)
    }
  }

  @Test func afterTheEndNothingChanges() async {
    let values = ValueStreams(0)
    values.close(1)
    values.set(2)
    values.close(3)
    #expect(values.current == 1)
    var seen: [Int] = []
    for await value in values.follow() { seen.append(value) }
    #expect(seen == [1])
  }
}
