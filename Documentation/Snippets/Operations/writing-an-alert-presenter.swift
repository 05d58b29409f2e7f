// A presenter of alerts for a toolkit, written around the machine of an alert's presentation.
// snippet.hide
import StagecraftOperations

/// A dialog of an imaginary toolkit, which animates and closes itself when a button is clicked.
@MainActor
final class Dialog {
  var onOpened: @MainActor () -> Void = {}
  var onClosedByUser: @MainActor () -> Void = {}
  var onRemoved: @MainActor () -> Void = {}
  var isClosable = true
  private let title: String
  private var buttons: [@MainActor () -> Void] = []

  init(title: String, text: String) { self.title = title }

  func addButton(
    _ label: String, isDefault: Bool, onClick: @escaping @MainActor () -> Void
  ) { buttons.append(onClick) }

  func open() {
    print("[\(title)]")
    onOpened()
    buttons.first?()
    onRemoved()
  }

  func close() { onRemoved() }
}

// snippet.show
final class DialogPresenter: AlertPresenter {
  func present<Choice>(_ content: AlertContent<Choice>) async throws -> Choice {
    let session = DialogSession(content)
    let number = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { caller in session.begin(caller) }
    } onCancel: {
      Task { @MainActor in session.cancel() }
    }
    return content.actions[number].id
  }
}
// snippet.hide

// snippet.show
@MainActor
final class DialogSession {
  private var machine: AlertMachine
  private let dialog: Dialog
  private var caller: CheckedContinuation<Int, any Error>?

  init<Choice>(_ content: AlertContent<Choice>) {
    machine = AlertMachine(content)
    dialog = Dialog(title: content.title, text: content.message)
    for (number, action) in content.actions.enumerated() {
      dialog.addButton(action.label, isDefault: action.isDefault) { [weak self] in
        self?.report { $0.didChoose(number) }
      }
    }
    dialog.isClosable = content.escapeActionIndex != nil
    dialog.onOpened = { [weak self] in self?.report { $0.didAppear() } }
    dialog.onClosedByUser = { [weak self] in self?.report { $0.didClose() } }
    dialog.onRemoved = { [weak self] in self?.report { $0.didDisappear() } }
  }

  func begin(_ caller: CheckedContinuation<Int, any Error>) {
    self.caller = caller
    report { $0.present() }
  }

  func cancel() { report { $0.cancel() } }

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
// snippet.hide

let alerts = AlertQueue(presenter: DialogPresenter())
enum Answer { case renew, later }
// snippet.show
let overdue = AlertContent<Answer>(
  "Emma is overdue",
  actions: [
    .init(.renew, "Renew", isDefault: true),  // Enter
    .init(.later, "Later", style: .cancel),  // Escape
  ])
// snippet.hide
print(try await alerts.show(overdue).value)
