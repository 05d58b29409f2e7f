import Observation
import StagecraftObservation
import StagecraftOperations
import StagecraftTraces
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct OperationModelTests {
  let manager = OperationManager("desk")

  @Test
  func stateAndProgressAreFollowedToTheEnd() async throws {
    let (half, end) = (Gate(), Gate())
    let handle = manager.prepare("export") {
      await half.wait()
      OperationContext.current?.report(progress: 0.5)
      await end.wait()
    }
    let model = OperationModel(of: handle)
    #expect(model.state == .waiting && model.fractionCompleted == 0)
    handle.submit()
    await until { model.state == .executing }
    let states = Reader { _ = model.state }
    half.open()
    await until { model.fractionCompleted == 0.5 }
    #expect(states.changes == 0)
    end.open()
    await states.change()
    #expect(model.state == .ended(.succeeded) && model.fractionCompleted == 1)
    #expect(states.changes == 1)
  }

  @Test
  func aModelOfAnEndedOperationHasItsEnd() async throws {
    let handle = manager.submit("export") {}
    try await handle.waitForEnd()
    let model = OperationModel(of: handle)
    #expect(model.state == .ended(.succeeded) && model.fractionCompleted == 1)
  }

  @Test
  func cancellingIsShown() async throws {
    let handle = manager.prepare("export") {}
    let model = OperationModel(of: handle)
    let reader = Reader { _ = model.state }
    model.operation.cancel()
    await reader.change()
    #expect(model.state == .ended(.cancelled))
  }

  @Test
  func releasedModelsAreNoLongerNotifiedAndLeaveTheOperationAlone() async throws {
    let gate = Gate()
    let handle = manager.submit("export") { await gate.wait() }
    var models = (0..<10).map { _ in OperationModel(of: handle) }
    weak let last = models.last
    models = []
    #expect(last == nil)
    gate.open()
    try await handle.waitForEnd()
    #expect(handle.state == .ended(.succeeded))
  }

  @Test
  func theProgressOfAManagerIsFollowed() async throws {
    let gate = Gate()
    let model = ManagerModel(of: manager)
    for number in 0..<4 {
      manager.submit("export \(number)") {
        OperationContext.current?.report(progress: 0.5)
        await gate.wait()
      }
    }
    await until { model.progress.total == 4 }
    gate.open()
    await until { model.progress.finished == 4 }
    #expect(model.progress.fraction == 1)
  }
}
