internal import Foundation
internal import Stagecraft

/// Where a guest lives: who tells it that memory runs short, and who ends it when it has too much.
enum GuestHouse: Sendable {
  /// A group with a limit: the kernel does both.
  case group
  /// A pipe, and an overseer who reads how much memory the guest has.
  case overseen
  /// The guest by itself.
  case simulated

  /// The most real that there can be here, and why not a more real one.
  @available(*, noasync)
  static func best() -> (house: GuestHouse, reason: String?) {
    do {
      try checkGroup()
      return (.group, nil)
    } catch {
      return (Overseer.canSee ? .overseen : .simulated, "\(error)")
    }
  }

  /// Throws if no group can be made, or nobody brought into it.
  @available(*, noasync)
  static func checkGroup() throws {
    let group = try LimitedGroup(limit: 64 << 20)
    defer { group.remove() }
    guard group.isOpen else { throw SystemError(EPERM, "to bring a process into a group") }
  }
}
