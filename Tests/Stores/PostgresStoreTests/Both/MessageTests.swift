#if POSTGRES_CLIENT
import PostgresFloor
import StagecraftSharedPools
import Testing

/// What the server's messages mean.
struct MessageTests {
  /// Decisions were made before the transaction that flushes them.
  @Test(arguments: ["57014", "40001", "22023", "53100", "XX000"])
  func aRefusedFlushDoesNotSayThatNothingHasChanged(code: String) {
    let error = PostgresMessage(code: code, sentence: "refused").errorOfFlush(at: "lend")
    #expect(error.code == (code == "53100" ? .full : .unreachable))
    #expect(error.isTransient)
    #expect(!error.explanation.contains("Nothing has changed"))
    #expect(!error.explanation.contains("as before"))
    #expect(error.explanation.contains("send it again"))
  }
}
#endif
