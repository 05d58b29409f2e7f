import StagecraftLists
import StagecraftObservation
import StagecraftOperations
import StagecraftPools
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct ObservationLifetimeTests {
  @Test
  func aListModelEndsWithItsOwnerAndReleasesTheList() {
    var orders: LiveList<DeskOrder>? = LiveList([DeskOrder(id: 1, title: "Momo")])
    weak let list = orders
    var rows = orders.map { ListModel(of: $0) }
    var row = orders.map { RowModel(of: $0, id: 1) }
    weak let weakRows = rows
    weak let weakRow = row
    orders = nil
    #expect(list != nil && rows?.rows.count == 1 && row?.row != nil)
    (rows, row) = (nil, nil)
    #expect(weakRows == nil && weakRow == nil && list == nil)
  }

  @Test
  func aModelThatAnotherThreadReleasesLastEnds() async {
    let orders = LiveList([DeskOrder(id: 1, title: "Momo")])
    var model: ListModel? = ListModel(of: orders)
    weak let weakModel = model
    let task = Task.detached { [model] in withExtendedLifetime(model) {} }
    model = nil
    await task.value
    #expect(weakModel == nil)
    orders.remove(1)
    let other = ListModel(of: orders)
    #expect(other.rows.isEmpty)
  }

  @Test
  func modelsOfOperationsReleaseThem() async throws {
    let tracker = LifetimeTracker()
    var configuration = OperationManager.Configuration()
    configuration.willStart = { [ofManager = tracker.make()] _ in
      withExtendedLifetime(ofManager) {}
    }
    var manager: OperationManager? = OperationManager("desk", configuration: configuration)
    configuration = OperationManager.Configuration()
    var progress = manager.map { ManagerModel(of: $0) }
    var handle = manager?.submit("export") { tracker.make() }
    try await handle?.waitForEnd()
    var model = handle.map { OperationModel(of: $0) }
    (manager, handle) = (nil, nil)
    #expect(progress?.manager.name == "desk" && model?.state.isFinal == true)
    #expect(tracker.alive == 2)
    (progress, model) = (nil, nil)
    // The thread that has run the body may retain both for a moment.
    await tracker.allEnded()
  }
}
