/// What a stage may ask of its container: the user has pressed a key or a button, or begun a
/// gesture.
///
/// A stage receives it in ``ScreenStage/connect(to:)``, and need not know the container. It retains
/// neither the container nor a screen; when the container is gone, requests are refused with
/// ``ScreenError/containerIsGone``. The screens that would leave are asked whether they may: a
/// refusal is ``ScreenError/isRefused``.
@MainActor
public final class StageRequests {
  private let slot: ScreenSlot
  private let id: ScreenID

  init(_ container: AnyScreen) {
    slot = container.slot
    id = container.id
  }

  private var trees: ScreenTrees { .shared }

  private var container: AnyScreen? {
    trees.machine.isLive(slot, id) ? trees.screen(slot) : nil
  }

  /// Goes back: pops the top of a stack, or dismisses the topmost layer of a window.
  ///
  /// - Parameter isAnimated: Whether to animate the transition.
  /// - Returns: The request; refused with ``ScreenError/isLast`` if there is nothing to go back to,
  ///   as in a container of tabs or pages.
  @discardableResult
  public func back(animated isAnimated: Bool = true) -> TransitionRequest {
    submit(.back, animated: isAnimated, asking: true)
  }

  /// Begins to go back with a gesture.
  ///
  /// - Returns: The transition.
  /// - Throws: ``ScreenError/isLast`` if there is nothing to go back to, ``ScreenError/isUnseen``
  ///   if the container is not visible, ``ScreenError/isBusy`` if requests are being executed or
  ///   wait, and ``ScreenError/isRefused`` if a screen refuses to leave.
  public func beginBack() throws(ScreenError) -> InteractiveTransition { try begin(.back) }

  /// Selects a tab, or opens the page of a screen.
  ///
  /// - Parameters:
  ///   - screen: A tab, or a page that has been created.
  ///   - isAnimated: Whether to animate the transition.
  /// - Returns: The request; refused with ``ScreenError/isUnknown`` if it is neither.
  @discardableResult
  public func select(_ screen: ScreenID, animated isAnimated: Bool = false) -> TransitionRequest {
    guard let container else { return TransitionRequest(refused: .containerIsGone) }
    guard kind == .tabs || kind == .pages,
      let child = container.children.first(where: { $0.id == screen })
    else { return TransitionRequest(refused: .isUnknown) }
    return submit(.select(child.slot), TransitionRequest(child), animated: isAnimated)
  }

  /// Opens the page at a position.
  ///
  /// - Parameters:
  ///   - position: The position, counted from 0.
  ///   - isAnimated: Whether to animate the transition.
  /// - Returns: The request; refused with ``ScreenError/noSuchPosition`` if there is no such page.
  @discardableResult
  public func turn(to position: Int, animated isAnimated: Bool = true) -> TransitionRequest {
    if container != nil, kind != .pages { return TransitionRequest(refused: .noSuchPosition) }
    return submit(.turn(to: position), animated: isAnimated)
  }

  /// Begins to turn to a page with a gesture.
  ///
  /// - Parameter position: The position, counted from 0.
  /// - Returns: The transition.
  /// - Throws: As ``PageScreen/beginTurn(to:)``.
  public func beginTurn(to position: Int) throws(ScreenError) -> InteractiveTransition {
    guard let container = container?.stageContainer else { throw .containerIsGone }
    return try container.beginTurn(toPage: position)
  }

  /// Dismisses a layer of a window, and those above it.
  ///
  /// - Parameters:
  ///   - screen: The presented screen.
  ///   - isAnimated: Whether to animate the transition.
  /// - Returns: The request; refused with ``ScreenError/isUnknown`` if there is no such layer.
  @discardableResult
  public func dismiss(_ screen: ScreenID, animated isAnimated: Bool = true) -> TransitionRequest {
    guard let layer = layer(screen) else {
      return TransitionRequest(refused: container == nil ? .containerIsGone : .isUnknown)
    }
    return submit(
      .dismissLayer(layer.slot), TransitionRequest(layer), animated: isAnimated, asking: true)
  }

  /// Begins to dismiss a layer of a window with a gesture.
  ///
  /// - Parameter screen: The presented screen.
  /// - Returns: The transition.
  /// - Throws: ``ScreenError/isUnknown`` if there is no such layer, otherwise as ``beginBack()``.
  public func beginDismissal(of screen: ScreenID) throws(ScreenError) -> InteractiveTransition {
    guard container != nil else { throw .containerIsGone }
    guard let layer = layer(screen) else { throw .isUnknown }
    return try begin(.dismissLayer(layer.slot))
  }

  /// Closes the window that the container is, or is in.
  ///
  /// - Returns: The request; refused with ``ScreenError/isInWrongState`` if the window is closed,
  ///   with ``ScreenError/isHosted`` if a toolkit hosts the screens, and with
  ///   ``ScreenError/containerIsGone`` if the container is in no window.
  @discardableResult
  public func close() -> TransitionRequest {
    guard let container else { return TransitionRequest(refused: .containerIsGone) }
    let root = trees.root(of: container)
    guard root is any WindowContainer else {
      return TransitionRequest(refused: root.host == nil ? .containerIsGone : .isHosted)
    }
    let request = TransitionRequest()
    trees.submit(.close, of: root, asking: true, request)
    return request
  }

  /// Reports whether the user works with the window that the container is.
  ///
  /// For a toolkit whose windows gain and lose the focus: sets ``ScreenWindow/isInFocus``. Ignored
  /// in any other container, and when the container is gone. Unlike the other methods this is no
  /// request: it takes effect before it returns, also during a transition.
  ///
  /// - Parameter isInFocus: Whether the window has the focus.
  public func reportFocus(_ isInFocus: Bool) {
    (container as? any WindowContainer)?.isInFocus = isInFocus
  }

  /// Asks for a call of ``ScreenStage/arrange(_:)`` with the present scene.
  ///
  /// For a stage that has lost its place, because the toolkit has changed what it shows. The call
  /// waits its turn like any other request. There is none while the container's view is not loaded.
  ///
  /// - Returns: The request.
  @discardableResult
  public func arrange() -> TransitionRequest {
    guard let container else { return TransitionRequest(refused: .containerIsGone) }
    let request = TransitionRequest { $0.stageContainer?.showLayout() }
    trees.submit(.perform, of: container, request)
    return request
  }

  private var kind: ContainerLayout.Kind { trees.machine[container: slot].layout.kind }

  private func layer(_ screen: ScreenID) -> AnyScreen? {
    guard let container, kind == .modal else { return nil }
    return container.children.dropFirst().first { $0.id == screen }
  }

  private func submit(
    _ action: TreeAction, _ request: TransitionRequest = TransitionRequest(),
    animated isAnimated: Bool = false, asking isAsking: Bool = false
  ) -> TransitionRequest {
    guard let container else { return TransitionRequest(refused: .containerIsGone) }
    trees.submit(action, of: container, animated: isAnimated, asking: isAsking, request)
    return request
  }

  private func begin(_ action: TreeAction) throws(ScreenError) -> InteractiveTransition {
    guard let container else { throw .containerIsGone }
    return try trees.beginInteractively(
      action, in: container, asking: kind == .modal ? .dismiss : .pop)
  }
}
