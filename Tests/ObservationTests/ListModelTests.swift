import Observation
import StagecraftLists
import StagecraftObservation
import Testing

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct ListModelTests {
  let orders = LiveList((1...3).map { DeskOrder(id: $0, title: "Momo \($0)") })

  @Test
  func rowsAreReadAtOnceAndAfterAnEditOfAnyThread() async throws {
    let model = ListModel(of: orders)
    #expect(model.rows.map(\.id) == [1, 2, 3])
    let reader = Reader { _ = model.rows }
    let orders = orders
    Task.detached { _ = orders.remove(2) }
    await reader.change()
    #expect(model.rows.map(\.id) == [1, 3] && reader.changes == 1)
  }

  @Test
  func manyEditsOfOneTurnAreOneChange() async throws {
    let model = ListModel(of: orders)
    let reader = Reader { _ = model.rows }
    for number in 4...100 { try orders.append(DeskOrder(id: number, title: "Krabat")) }
    #expect(model.rows.count == 3)
    await reader.change()
    #expect(model.rows.count == 100 && reader.changes == 1)
  }

  @Test
  func editsThatCancelEachOtherOutAreNoChange() async throws {
    let model = ListModel(of: orders, .manual)
    let reader = Reader { _ = model.rows }
    try orders.append(DeskOrder(id: 4, title: "Krabat"))
    orders.remove(4)
    model.update()
    #expect(reader.changes == 0)
  }

  @Test
  func updatingShowsAnEditAtOnce() {
    let model = ListModel(of: orders)
    orders.remove(1)
    model.update()
    #expect(model.rows.map(\.id) == [2, 3])
  }

  @Test
  func theRowsOfAVersionAreThoseOfTheListAndNotACopy() {
    let model = ListModel(of: orders)
    #expect(model.rows.isIdentical(to: orders.snapshot()))
  }

  @Test
  func groupedListsHaveSections() {
    let model = ListModel(of: orders.grouped(by: \.branch))
    #expect(model.rows.sections.map(\.key) == ["Centre"])
    orders.update(2) { $0.branch = "Harbour" }
    model.update()
    #expect(model.rows.sections.map { $0.map(\.id) } == [[1, 3], [2]])
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test
  func aSequenceOfObservationsFollowsTheRows() async {
    let model = ListModel(of: orders)
    var counts: [Int] = []
    for await count in Observations({ model.rows.count }) {
      counts.append(count)
      if count == 1 { break }
      orders.remove(count)
    }
    #expect(counts == [3, 2, 1])
  }
}

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct RowModelTests {
  let orders = LiveList((1...3).map { DeskOrder(id: $0, title: "Momo \($0)") })

  /// A model for each identity, with a reader; they are updated by hand.
  private func models(_ ids: ClosedRange<Int>) -> [(model: RowModel<DeskOrder>, reader: Reader)] {
    ids.map { id in
      let model = RowModel(of: orders, id: id, .manual)
      return (model, Reader { _ = model.row })
    }
  }

  @Test
  func aChangeNotifiesOnlyReadersOfItsRow() {
    let models = models(1...4)
    orders.update(2) { $0.title = "Krabat" }
    for (model, _) in models { model.update() }
    #expect(models.map(\.reader.changes) == [0, 1, 0, 0])
    #expect(models[1].model.row?.title == "Krabat")
  }

  @Test
  func removalAndInsertionAreChanges() throws {
    let models = models(2...4)
    orders.remove(3)
    try orders.append(DeskOrder(id: 4, title: "Emil"))
    for (model, _) in models { model.update() }
    #expect(models.map(\.reader.changes) == [0, 1, 1])
    #expect(models.map { $0.model.row?.title } == ["Momo 2", nil, "Emil"])
  }

  @Test
  func aMoveIsNoChangeAndAResetIsOneForRowsThatExist() throws {
    let models = models(1...4)
    try orders.move(1, to: 2)
    for (model, _) in models { model.update() }
    #expect(models.map(\.reader.changes) == [0, 0, 0, 0])
    orders.replaceAll(
      with: [DeskOrder(id: 1, title: "Momo")]
        + (100..<1_000).map { DeskOrder(id: $0, title: "Zora") })
    for (model, _) in models { model.update() }
    #expect(models.map(\.reader.changes) == [1, 1, 1, 0])
    #expect(models.map { $0.model.row?.title } == ["Momo", nil, nil, nil])
  }

  @Test
  func anEditOfAnotherThreadIsShownByItself() async {
    let model = RowModel(of: orders, id: 2)
    let reader = Reader { _ = model.row }
    let orders = orders
    Task.detached { orders.update(2) { $0.title = "Krabat" } }
    await reader.change()
    #expect(model.row?.title == "Krabat")
  }
}
