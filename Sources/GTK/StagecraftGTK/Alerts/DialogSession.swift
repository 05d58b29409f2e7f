#if GTK
internal import CGTK
internal import StagecraftOperations

/// One alert, from the request to the answer.
///
/// Signals are answered in a later turn of the main loop: the dialog is still working when it emits
/// them, and must not be destroyed from inside.
@MainActor
final class DialogSession {
  /// What the user has done, until it is reported to the machine.
  private enum Answer {
    case choice(Int)
    case closing
  }

  private var machine: AlertMachine
  private let content: DialogContent
  private var parent: ObjectReference
  /// The window over which it was opened.
  private let home: ObjectReference
  private var dialog: MessageDialog?
  private var answer: Answer?
  private var connections: [SignalConnection] = []
  private var parentConnection: SignalConnection?
  /// The widget that had the keyboard focus in the window below.
  private var focus: WeakObject?
  private var caller: CheckedContinuation<Int, any Error>?

  /// Those on the screen, in the order in which they were opened.
  private static var open: [DialogSession] = []

  init(_ machine: AlertMachine, _ content: DialogContent, over parent: ObjectReference) {
    self.machine = machine
    self.content = content
    self.parent = parent
    home = parent
  }

  /// Resumes the caller once, with the number of the action.
  func begin(_ caller: CheckedContinuation<Int, any Error>) {
    self.caller = caller
    perform(machine.present())
  }

  func cancel() { perform(machine.cancel()) }

  private func perform(_ action: AlertMachine.Action) {
    switch action {
    case .nothing: break
    case .present: open()
    case .dismiss:
      remove()
      perform(machine.didDisappear())
    case .answer(let number): end(.success(number))
    case .throwCancellation: end(.failure(CancellationError()))
    case .throwError(let error): end(.failure(error))
    }
  }

  private func end(_ result: Result<Int, any Error>) {
    remove()
    caller?.resume(with: result)
    caller = nil
  }

  // MARK: The dialog

  private func open() {
    let dialog = MessageDialog(content, over: parent)
    self.dialog = dialog
    Self.open.append(self)
    watchParent()
    connections = [
      dialog.on("map") { [weak self] _ in self?.later { $0.perform($0.machine.didAppear()) } },
      dialog.on("response") { [weak self] in self?.responded($0.text(0)) },
      // Handled here, so that libadwaita neither closes the dialog nor chooses for it.
      dialog.onAsked("close-request") { [weak self] _ in
        self?.noticed(.closing)
        return true
      },
      dialog.on("destroy") { [weak self] _ in self?.later { $0.vanished() } },
    ]
    dialog.open()
  }

  private func watchParent() {
    parentConnection?.cancel()
    parent.withRaw(as: GtkWindow.self) { window in
      focus = WeakObject(gtk_window_get_focus(window))
      // A window that is hidden rather than destroyed would leave the dialog on the screen.
      parentConnection = SignalConnection(window, "unmap") { [weak self] _ in
        self?.later { $0.follow() }
        return nil
      }
    }
  }

  /// Keeps dialogs in front of a modal window that has appeared, which would take their input.
  static func modalWindowAppeared() {
    Task { for session in open { session.follow() } }
  }

  /// Ends the dialogs that were opened over a window that is dismissed: it is hidden before it is
  /// destroyed.
  static func windowLeaves(_ window: Widget) {
    for session in open where session.home.withRaw(as: GtkWidget.self, window.wraps) {
      session.later { $0.vanished() }
    }
  }

  /// Goes to the window that is topmost now.
  private func follow() {
    guard let dialog else { return }
    let top =
      DialogParent.topmost(over: parent, below: dialog)
      ?? DialogParent.topmost(over: home, below: dialog)
    guard let top else { return vanished() }
    guard !top.isSame(as: parent) else { return }
    parent = top
    watchParent()
    raise()
  }

  private func raise() {
    guard let dialog else { return }
    dialog.raise(over: parent)
    for session in Self.open where session.parent.withRaw(as: GtkWidget.self, dialog.wraps) {
      session.raise()
    }
  }

  private func responded(_ response: String) {
    if let number = Int(response), content.buttons.indices.contains(number) {
      noticed(.choice(number))
    }
  }

  /// A click reports first that the dialog closes, and then the response.
  private func noticed(_ new: Answer) {
    switch (answer, new) {
    case (.choice, _), (.closing, .closing): return
    case (.closing, .choice): answer = new
    case (nil, _):
      answer = new
      later { $0.answered() }
    }
  }

  private func answered() {
    defer { answer = nil }
    guard dialog != nil else { return }
    switch answer {
    case .choice(let number):
      remove()
      perform(machine.didChoose(number))
    case .closing where content.isClosable:
      remove()
      perform(machine.didClose())
    case .closing, nil: break
    }
  }

  private func vanished() {
    // An answer that was given in the same turn counts.
    if answer != nil { answered() }
    guard dialog != nil else { return }
    remove()
    perform(machine.didDisappear())
  }

  /// Gives the window below the focus that it had.
  private func remove() {
    guard let dialog = dialog.take() else { return }
    Self.open.removeAll { $0 === self }
    for connection in connections { connection.cancel() }
    connections = []
    parentConnection?.cancel()
    let wasActive = dialog.isActive
    Self.windowLeaves(dialog)
    dialog.close()
    restoreFocus(presenting: wasActive)
  }

  private func restoreFocus(presenting isPresented: Bool) {
    parent.withRaw(as: GtkWindow.self) { window in
      let widget = UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWidget.self)
      guard gtk_widget_get_mapped(widget) != 0 else { return }
      if gtk_window_get_focus(window) == nil {
        focus?.object?.withRaw(as: GtkWidget.self) { focus in
          if gtk_widget_get_root(focus) == OpaquePointer(window) { gtk_widget_grab_focus(focus) }
        }
      }
      // A window manager does this by itself, a display without one does not.
      if isPresented { gtk_window_present(window) }
    }
  }

  private func later(_ body: @escaping @MainActor (DialogSession) -> Void) {
    Task { body(self) }
  }
}
#endif
