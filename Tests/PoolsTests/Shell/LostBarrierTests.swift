import CTestSupport
import Synchronization
import TestSupport
import Testing

@testable import StagecraftPools

/// A program may forbid itself system calls after its first pool was created.
///
/// Each test changes what its process may do, so each runs in a process of its own.
@Suite(.timeLimit(.minutes(3)))
struct LostBarrierTests {
  @Test func withoutTheBarrierAPoolUsesItsLock() async {
    await #expect(processExitsWith: .success) {
      let before = ElasticPool { Book() }
      for _ in 0..<400 { before.withElement { $0.take() } }
      precondition(before.core.mode.load(ordering: .relaxed) == 0)
      // Where the system has no such filter, the barrier stays, and the rest of the test is valid
      // anyway.
      let isForbidden = test_forbid_barriers()
      before.trim(.all)
      for _ in 0..<400 {
        before.withElement { book in
          book.take()
          book.putDown()
        }
      }
      precondition(before.snapshot.idle == 1)
      if isForbidden && before.core.isAsymmetric {
        precondition(before.core.mode.load(ordering: .relaxed) == 1, "The fast path is open.")
      }

      // One that is made now never counts on the barrier.
      let after = ElasticPool { Book() }
      for round in 0..<1_000 {
        after.withElement { $0.take() }
        if round % 250 == 249 { after.trim(.all) }
      }
      precondition(after.snapshot.idle == 0)
    }
  }
}
