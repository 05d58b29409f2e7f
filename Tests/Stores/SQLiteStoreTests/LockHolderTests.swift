#if SQLite
@_spi(Store) import StagecraftSharedPools
import Testing

@testable import StagecraftSQLiteStore

@Suite struct LockHolderTests {
  private let table = """
    1: POSIX  ADVISORY  READ 99 fd:01:7 124 124
    2: FLOCK  ADVISORY  WRITE 4711 fd:01:5 0 EOF
    2: -> FLOCK  ADVISORY  WRITE 4712 fd:01:5 0 EOF
    3: POSIX  ADVISORY  WRITE 100 fd:01:7 123 123
    4: POSIX  ADVISORY  WRITE 4713 fd:01:7 120 120
    5: OFDLCK ADVISORY  WRITE -1 fd:01:5 0 EOF
    """

  @Test func theHolderOfTheLockIsNamed() throws {
    #expect(try holder(lock: 5, logIndex: 7) == 4711)
  }

  @Test func theWriterIsNamedIfThisProcessHasTheLock() throws {
    #expect(try holder(lock: 5, logIndex: 7, own: 4711) == 4713)
    #expect(try holder(lock: 6, logIndex: 7) == 4713)
  }

  @Test func othersAreNotNamed() throws {
    #expect(try holder(lock: 6, logIndex: 8) == nil)
  }

  private func holder(lock: UInt64, logIndex: UInt64, own: Int32 = 1) throws -> Int32? {
    LockHolder.process(
      in: table, try identity(lock), logIndex: try identity(logIndex), besides: own)
  }

  private func identity(_ inode: UInt64) throws -> FileIdentity {
    var identity = try #require(FileIdentity(of: "/"))
    identity.inode = inode
    return identity
  }
}

@Suite struct WaitingRequestsTests {
  private let session = LendingID.random()

  @Test func aRequestWaitsUntilAnAnswerSaysOtherwise() {
    var waiting = WaitingRequests()
    let ask = LendingAsk(id: .random(), session: session, wants: [Want()])
    let other = LendingAsk(id: .random(), session: session, wants: [Want()])
    waiting.note(.ask(ask), .asked(.waiting(next: nil)), in: "books")
    waiting.note(.ask(other), .asked(.waiting(next: nil)), in: "books")
    #expect(waiting.pools == ["books"])
    let batch = LendingRenewalBatch(session: session, waiting: [ask.id, other.id])
    waiting.note(
      .renew(batch), .renewed(leases: [], waiting: [.ended(.impossible), .waiting(next: nil)]),
      in: "books")
    #expect(!waiting.isEmpty)
    waiting.note(.withdraw(other.id), .withdrawn(.left), in: "books")
    #expect(waiting.isEmpty)
  }

  @Test func aClosedSessionWaitsForNothing() {
    var waiting = WaitingRequests()
    let ask = LendingAsk(id: .random(), session: session, wants: [Want()])
    waiting.note(.ask(ask), .asked(.waiting(next: nil)), in: "books")
    waiting.note(.close(session: .random()), .done, in: "books")
    #expect(!waiting.isEmpty)
    waiting.note(.close(session: session), .done, in: "books")
    #expect(waiting.isEmpty)
  }
}
#endif
