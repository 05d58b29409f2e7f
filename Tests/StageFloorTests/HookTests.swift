import StageFloor
import TestSupport
import Testing

@Suite("Hooks")
struct HookTests {
  @Test func aFunctionIsThereUntilItsTokenIsCancelled() {
    let hook = Hook<@Sendable () -> Int>()
    #expect(hook.isEmpty && hook.body == nil)
    let token = hook.set { 1 }
    #expect(!hook.isEmpty)
    #expect(hook.body?() == 1)
    token.cancel()
    #expect(hook.isEmpty && hook.body == nil)
  }

  @Test func theTokenOfAReplacedFunctionRemovesNothing() {
    let hook = Hook<@Sendable () -> Int>()
    let first = hook.set { 1 }
    let second = hook.set { 2 }
    first.cancel()
    #expect(hook.body?() == 2)
    second.cancel()
    #expect(hook.isEmpty)
  }

  @Test func theFunctionAndTheHookAreReleasedLifetime() throws {
    try withLifetimeTracking { tracker in
      var hook: Hook<@Sendable () -> Int>? = Hook()
      weak let weakHook = hook
      let captured = tracker.make()
      let token = hook?.set { captured.number }
      hook = nil
      #expect(weakHook == nil)
      token?.cancel()
    }
  }
}
