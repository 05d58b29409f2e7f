import StagecraftOperations
import Testing

extension AlertTests {
  /// A presenter as the documentation writes it, on a toolkit whose animations the test ends.
  @MainActor
  @Suite("A presenter of dialogs", .timeLimit(.minutes(3)))
  struct Dialogs {
    private let toolkit = DialogToolkit()
    private let desk: AlertQueue

    init() {
      desk = AlertQueue(presenter: DialogPresenter(toolkit), manager: OperationManager("alerts"))
    }

    private let choice = AlertContent(
      "Where to?", actions: [.init("gardens", "Gardens"), .init("harbour", "Harbour")])

    @Test func aClickAnswers() async throws {
      let alert = desk.show(choice)
      let dialog = await toolkit.next(.opening)
      dialog.onOpened()
      dialog.click(1)
      #expect(try await alert.value == "harbour")
    }

    @Test func escapeAnswersWithTheOnlyAction() async throws {
      let alert = desk.show(AlertContent("Closing soon"))
      let dialog = await toolkit.next(.opening)
      dialog.onOpened()
      dialog.closeByUser()
      #expect(try await alert.value == .acknowledged)
    }

    @Test func aDialogClosedWithoutAnAnswerThrows() async throws {
      let alert = desk.show(choice)
      let dialog = await toolkit.next(.opening)
      dialog.onOpened()
      dialog.closeByUser()
      await #expect(throws: AlertQueue.PresentationError.closed) { try await alert.value }
    }

    @Test func aDialogRemovedByOtherCodeThrows() async throws {
      let alert = desk.show(choice)
      let dialog = await toolkit.next(.opening)
      dialog.onRemoved()
      await #expect(throws: AlertQueue.PresentationError.vanished) { try await alert.value }
    }

    /// A toolkit would ignore a dismissal during the animation, and could not open the next dialog
    /// before this one is off the screen.
    @Test func theNextDialogOpensWhenACancelledOneIsOffTheScreen() async throws {
      let first = desk.show(choice)
      let second = desk.show(AlertContent("Closing soon"))
      let dialog = await toolkit.next(.opening)
      first.cancel()
      #expect(await toolkit.next(.cancelled) === dialog)
      #expect(toolkit.openDialogs == 1)
      dialog.onOpened()
      #expect(await toolkit.next(.closing) === dialog)
      #expect(first.state == .executing)
      dialog.onRemoved()
      let next = await toolkit.next(.opening)
      #expect(toolkit.openDialogs == 2)
      #expect(first.state == .ended(.cancelled))
      next.onOpened()
      next.click(0)
      #expect(try await second.value == .acknowledged)
    }
  }
}

/// A toolkit whose dialogs appear and disappear when the test says so.
@MainActor
private final class DialogToolkit {
  enum Event {
    case opening
    case cancelled
    case closing
  }

  private(set) var openDialogs = 0
  private var events: AsyncStream<(Event, Dialog)>.Iterator
  private let announcer: AsyncStream<(Event, Dialog)>.Continuation

  init() {
    let (stream, announcer) = AsyncStream.makeStream(of: (Event, Dialog).self)
    events = stream.makeAsyncIterator()
    self.announcer = announcer
  }

  func announce(_ event: Event, _ dialog: Dialog) {
    if event == .opening { openDialogs += 1 }
    announcer.yield((event, dialog))
  }

  /// Waits for the next event, which is to be this one, and returns its dialog.
  func next(_ event: Event) async -> Dialog {
    var iterator = events
    defer { events = iterator }
    let next = await iterator.next(isolation: MainActor.shared)
    #expect(next?.0 == event)
    return next?.1 ?? Dialog(self)
  }
}

@MainActor
private final class Dialog {
  var onOpened: @MainActor () -> Void = {}
  var onClosedByUser: @MainActor () -> Void = {}
  var onRemoved: @MainActor () -> Void = {}
  var onClick: @MainActor (Int) -> Void = { _ in }
  private let toolkit: DialogToolkit

  init(_ toolkit: DialogToolkit) { self.toolkit = toolkit }

  func open() { toolkit.announce(.opening, self) }
  func close() { toolkit.announce(.closing, self) }
  func announceCancellation() { toolkit.announce(.cancelled, self) }

  /// A click removes the dialog.
  func click(_ number: Int) {
    onClick(number)
    onRemoved()
  }

  func closeByUser() {
    onClosedByUser()
    onRemoved()
  }
}

@MainActor
private final class DialogPresenter: AlertPresenter {
  private let toolkit: DialogToolkit

  init(_ toolkit: DialogToolkit) { self.toolkit = toolkit }

  func present<Choice>(_ content: AlertContent<Choice>) async throws -> Choice {
    let session = DialogSession(content, Dialog(toolkit))
    let number = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { caller in session.begin(caller) }
    } onCancel: {
      Task { @MainActor in session.cancel() }
    }
    return content.actions[number].id
  }
}

@MainActor
private final class DialogSession {
  private var machine: AlertMachine
  private let dialog: Dialog
  private var caller: CheckedContinuation<Int, any Error>?

  init<Choice>(_ content: AlertContent<Choice>, _ dialog: Dialog) {
    machine = AlertMachine(content)
    self.dialog = dialog
    dialog.onClick = { [weak self] number in self?.report { $0.didChoose(number) } }
    dialog.onOpened = { [weak self] in self?.report { $0.didAppear() } }
    dialog.onClosedByUser = { [weak self] in self?.report { $0.didClose() } }
    dialog.onRemoved = { [weak self] in self?.report { $0.didDisappear() } }
  }

  func begin(_ caller: CheckedContinuation<Int, any Error>) {
    self.caller = caller
    report { $0.present() }
  }

  func cancel() {
    report { $0.cancel() }
    dialog.announceCancellation()
  }

  private func report(_ event: (inout AlertMachine) -> AlertMachine.Action) {
    perform(event(&machine))
  }

  private func perform(_ action: AlertMachine.Action) {
    switch action {
    case .nothing: break
    case .present: dialog.open()
    case .dismiss: dialog.close()
    case .answer(let number): end(.success(number))
    case .throwCancellation: end(.failure(CancellationError()))
    case .throwError(let error): end(.failure(error))
    }
  }

  private func end(_ result: Result<Int, any Error>) {
    caller?.resume(with: result)
    caller = nil
  }
}
