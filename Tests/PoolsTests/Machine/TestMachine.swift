@testable import StagecraftPools

/// The reason of a failed creation, in tests.
struct Failure: Error, Equatable {
  var number = 0
}

/// Waiters are numbers.
typealias TestMachine = PoolMachine<Int, Failure>

extension PoolMachine.Outcome: Equatable where Failure: Equatable {
  static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.lent(let left), .lent(let right)): left == right
    case (.failed(let left), .failed(let right)): left == right
    case (.timedOut, .timedOut), (.cancelled, .cancelled), (.shutdown, .shutdown): true
    default: false
    }
  }
}

extension PoolMachine.Action: Equatable where Waiter: Equatable, Failure: Equatable {
  static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.resume(let left, let first), .resume(let right, let second)):
      left == right && first == second
    case (.call(let left), .call(let right)): left == right
    case (.build(let left), .build(let right)): left == right
    case (.prepare(let left), .prepare(let right)): left == right
    case (.destroy(let left, let first), .destroy(let right, let second)):
      left == right && first == second
    case (.drained, .drained): true
    default: false
    }
  }
}

extension PoolMachine.BorrowAction: Equatable {
  static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.lend(let left), .lend(let right)): left == right
    case (.build(let left), .build(let right)): left == right
    case (.wait(let left), .wait(let right)): left == right
    case (.refuse, .refuse), (.shutdown, .shutdown): true
    case (.lineIsFull, .lineIsFull), (.failFast, .failFast): true
    default: false
    }
  }

  /// The ticket of a borrower that has to wait.
  var ticket: PoolMachine.Ticket? {
    if case .wait(let ticket) = self { ticket } else { nil }
  }
}

extension PoolMachine.RetryAction: Equatable where Failure: Equatable {
  static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.lend(let left), .lend(let right)): left == right
    case (.settled(let left), .settled(let right)): left == right
    case (.parkAgain, .parkAgain), (.nap, .nap): true
    default: false
    }
  }
}

extension PoolMachine.AbandonAction: Equatable where Waiter: Equatable {
  static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.resume(let left), .resume(let right)): left == right
    case (.settled, .settled), (.nothing, .nothing): true
    default: false
    }
  }
}

extension WaitingLine.ParkAction: Equatable where Outcome: Equatable {
  static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.settled(let left), .settled(let right)): left == right
    case (.parked, .parked): true
    default: false
    }
  }
}
