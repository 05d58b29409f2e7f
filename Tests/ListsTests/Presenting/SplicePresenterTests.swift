import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftLists

@Suite(.timeLimit(.minutes(3)))
@MainActor
struct SplicePresenterTests {
  private let orders = LiveList((0..<5).map { ShownOrder(id: $0) })
  private let presenter: SplicePresenter<ShownOrder>
  private let view = FakeListView()

  init() {
    presenter = SplicePresenter(orders)
    view.show(presenter) { $0.state }
  }

  private func splice(_ position: Int, _ removed: Int, _ inserted: Int) -> ListSplice {
    ListSplice(position: position, removed: removed, inserted: inserted)
  }

  private func expectAgreement(_ ids: [Int], sourceLocation: SourceLocation = #_sourceLocation) {
    view.checkRows()
    #expect(view.violations.isEmpty, sourceLocation: sourceLocation)
    #expect(view.ids == ids, sourceLocation: sourceLocation)
    #expect(presenter.snapshot?.map(\.id) == ids, sourceLocation: sourceLocation)
  }

  /// Waits for the next step.
  private func nextStep() async {
    await withCheckedContinuation { continuation in
      presenter.onPresentation = { [presenter] _, _ in
        presenter.onPresentation = nil
        continuation.resume()
      }
    }
  }

  @Test
  func editsOfATurnAreOneSeriesOfSplices() async throws {
    try orders.remove(at: 1)
    try orders.append(ShownOrder(id: 7))
    orders.update(3) { $0.state = 1 }
    #expect(view.splices.isEmpty)
    await nextStep()
    expectAgreement([0, 2, 3, 4, 7])
    #expect(view.splices == [splice(1, 1, 0), splice(4, 0, 1)])
    #expect(view.updateCount == 1)
    // Only rows that are new or updated were requested.
    #expect(view.rowRequestCount == 5 + 1 + 1)
  }

  @Test
  func movedRowIsInOneSplice() throws {
    try orders.move(4, to: 1)
    presenter.flush()
    expectAgreement([0, 4, 1, 2, 3])
    #expect(view.splices == [splice(1, 4, 4)])
    presenter.maximumSpan = 2
    try orders.move(4, to: 4)
    presenter.flush()
    expectAgreement([0, 1, 2, 3, 4])
    #expect(view.splices.dropFirst() == [splice(1, 1, 0), splice(4, 0, 1)])
  }

  @Test
  func manySplicesBecomeTwo() throws {
    presenter.maximumSplices = 2
    for id in [0, 2, 4] { orders.remove(id) }
    try orders.append(ShownOrder(id: 9))
    presenter.flush()
    expectAgreement([1, 3, 9])
    #expect(view.splices == [splice(0, 5, 0), splice(0, 0, 3)])
  }

  @Test
  func replacingAllRowsIsTwoSplices() {
    orders.replaceAll(with: (10..<600).map { ShownOrder(id: $0) })
    presenter.flush()
    expectAgreement(Array(10..<600))
    #expect(view.splices == [splice(0, 5, 0), splice(0, 0, 590)])
    orders.removeAll()
    presenter.flush()
    #expect(view.splices.last == splice(0, 590, 0))
  }

  @Test
  func changesWaitUntilTheViewIsReady() {
    view.isReadyForChanges = false
    orders.remove(0)
    #expect(!presenter.flush())
    #expect(presenter.hasPendingChanges && presenter.count == 5)
    view.isReadyForChanges = true
    presenter.surfaceBecameReady()
    expectAgreement([1, 2, 3, 4])
  }

  @Test
  func editDuringAnAnnouncementIsPresentedInTheNextTurn() async {
    let surface = CallingSurface { [orders, presenter] in
      guard orders.snapshot().contains(id: 4) else { return }
      orders.remove(4)
      #expect(!presenter.flush())
      #expect(presenter.count == 4 && presenter.snapshot == nil)
    }
    presenter.attach(to: surface)
    orders.remove(0)
    var counts: [Int] = []
    await withCheckedContinuation { continuation in
      presenter.onPresentation = { [presenter] _, _ in
        counts.append(presenter.count)
        if counts.count == 2 { continuation.resume() }
      }
    }
    presenter.onPresentation = nil
    #expect(counts == [4, 3])
    #expect(presenter.snapshot?.map(\.id) == [1, 2, 3])
    #expect(surface.splices == [splice(0, 1, 0), splice(3, 1, 0)])
  }

  @Test
  func detachedSurfaceReceivesNothing() {
    presenter.detach()
    orders.remove(0)
    presenter.flush()
    #expect(presenter.count == 4 && view.splices.isEmpty)
  }

  /// Changes between the first read of the rows and the attachment are presented.
  @Test
  func editsBeforeTheAttachmentArePresented() async {
    let presenter = SplicePresenter(orders)
    let surface = CallingSurface {}
    orders.remove(2)
    presenter.attach(to: surface)
    await withCheckedContinuation { continuation in
      presenter.onPresentation = { _, _ in continuation.resume() }
    }
    #expect(surface.splices == [splice(2, 1, 0)])
  }
}

@MainActor
private final class CallingSurface: SpliceSurface {
  private(set) var splices: [ListSplice] = []
  private let onSplice: () -> Void

  init(onSplice: @escaping () -> Void) {
    self.onSplice = onSplice
  }

  var isReadyForChanges: Bool { true }

  func rowsChanged(_ splice: ListSplice) {
    splices.append(splice)
    onSplice()
  }

  func rowsUpdated(at positions: [Int]) {}
}
