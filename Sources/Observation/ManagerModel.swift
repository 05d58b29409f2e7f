public import Observation
internal import StageFloor
internal import StagecraftLists
public import StagecraftOperations

/// The progress of a manager's operations as an observable property.
///
/// ```swift
/// let imports = ManagerModel(of: manager)
/// print("\(imports.progress.finished) of \(imports.progress.total)")
/// ```
///
/// It is read once in a turn of the main actor in which it has changed. The model retains the
/// manager, and ends when it is released.
@MainActor
@Observable
public final class ManagerModel {
  /// The manager.
  public let manager: OperationManager

  /// The progress that was read last, counted since the manager was last idle.
  public private(set) var progress: OperationManager.Progress

  @ObservationIgnored private var token: ObservationToken?
  @ObservationIgnored private var observation: ListObservation?

  /// Creates a model, and reads the progress.
  ///
  /// - Parameter manager: The manager to show.
  public init(of manager: OperationManager) {
    self.manager = manager
    progress = manager.currentProgress
    let signal = ListChangeSignal()
    observation = follow(signal, .nextTurn) { [weak self] in self?.refresh() }
    token = manager.observeProgress { signal.signal() }
    refresh()
  }

  private func refresh() {
    let progress = manager.currentProgress
    if progress != self.progress { self.progress = progress }
  }
}
