#if GTK
public import StagecraftScreens

extension GTKApplication {
  /// Opens a window, and retains it until it has closed.
  ///
  /// When the last window that was opened with this method has closed, the application quits.
  ///
  /// A window that is open already is retained in the same way.
  ///
  /// - Parameter window: The window.
  public func open(_ window: ScreenWindow<Widget>) {
    if windows.contains(where: { $0.window === window }) {
      window.open()
      return
    }
    let id = window.id
    let observation = window.application.observe { [weak self] event in
      guard event.screen == id, case .didDisappear = event.kind else { return }
      // The window is still closing: it may not be released from inside its own callback.
      Task { self?.release(window) }
    }
    windows.append(OpenWindow(window: window, observation: observation))
    window.open()
  }

  private func release(_ window: ScreenWindow<Widget>) {
    guard !window.isOpen, let index = windows.firstIndex(where: { $0.window === window }) else {
      return
    }
    windows.remove(at: index).observation.cancel()
    if windows.isEmpty { quit() }
  }
}

@MainActor
struct OpenWindow {
  let window: ScreenWindow<Widget>
  let observation: ObservationToken
}
#endif
