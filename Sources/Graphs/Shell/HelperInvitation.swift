internal import Synchronization

/// What a helper needs to join a run after it was started.
///
/// Until its task gets a thread, the helper has not accessed the crew. If the run is over by then,
/// its invitation has been withdrawn, and the leader has not waited for it. Exactly one of the two
/// claims the invitation: the helper, which is a host from then on, or the code that ends the run.
final class HelperInvitation: Sendable {
  private let isClaimed = Atomic<Bool>(false)

  func claim() -> Bool { !isClaimed.exchange(true, ordering: .acquiringAndReleasing) }
}
