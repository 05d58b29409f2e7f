internal import Harness
internal import StagecraftScreens

extension Case {
  /// A push and a pop.
  static var pushes: [Case] {
    [
      Case("push-pop", "a push and a pop of a screen with a loaded view", textbook: nil) {
        [
          try desk("stagecraft") { Desk(.window) },
          try desk("stagecraft-idle-stage") { Desk(.window, isRecorded: false) },
          try desk("stagecraft-observed") { Desk(.window, isObserved: true) },
          try desk("stagecraft-in-tabs") { Desk(.tabs) },
          try desk("stagecraft-unseen") { Desk(.none) },
          try closures { stack, times in
            let page = ClosureStack.makePage()
            for _ in 0..<times {
              stack.push(page)
              stack.pop()
            }
          },
        ]
      },
      Case(
        "push-pop-1000", "the same on a stack of 1000 screens"
      ) {
        [
          try desk("stagecraft-idle-stage") { Desk(.window, isRecorded: false, depth: 1_000) },
          try desk("stagecraft-unseen") { Desk(.none, depth: 1_000) },
        ]
      },
      Case(
        "push-new-pop", "a screen is created, pushed with a new view, and popped; both are freed"
      ) {
        [
          try newDesk("stagecraft") { Desk(.window) },
          try newDesk("stagecraft-idle-stage") { Desk(.window, isRecorded: false) },
          try closures { stack, times in
            for _ in 0..<times {
              stack.push(ClosureStack.makePage())
              stack.pop()
            }
          },
        ]
      },
    ]
  }

  private static func desk(
    _ name: String, _ make: @escaping @MainActor @Sendable () -> Desk
  ) throws -> Subject {
    let desk = try onMain(make)
    return .onMain(name) { desk.pushAndPop($0) }
  }

  private static func newDesk(
    _ name: String, _ make: @escaping @MainActor @Sendable () -> Desk
  ) throws -> Subject {
    let desk = try onMain(make)
    return .onMain(name) { desk.pushNewAndPop($0) }
  }

  private static func closures(
    _ body: @escaping @MainActor @Sendable (ClosureStack, Int) -> Void
  ) throws -> Subject {
    let stack = try onMain { ClosureStack() }
    return .onMain("floor") { body(stack, $0) }
  }
}
