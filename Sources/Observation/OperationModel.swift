public import Observation
internal import StageFloor
internal import StagecraftLists
public import StagecraftOperations

/// The state and the progress of an operation as observable properties.
///
/// A view that shows them needs no task of its own:
///
/// ```swift
/// struct ExportView: View {
///   @State var export: OperationModel
///
///   var body: some View {
///     if !export.state.isFinal { ProgressView(value: export.fractionCompleted) }
///     Button("Cancel") { export.operation.cancel() }
///   }
/// }
/// ```
///
/// Both are read once in a turn of the main actor in which they have changed: states that last
/// shorter are not seen. The model retains the handle, and with it the value of the operation. It
/// ends when it is released; that does not cancel a submitted operation.
@MainActor
@Observable
public final class OperationModel {
  /// The operation.
  public let operation: AnyOperationHandle

  /// The state that was read last.
  public private(set) var state: AnyOperationHandle.State

  /// The completed share of the work, from 0 to 1; 1 after the end.
  public private(set) var fractionCompleted: Double

  @ObservationIgnored private var token: ObservationToken?
  @ObservationIgnored private var observation: ListObservation?

  /// Creates a model, and reads the state.
  ///
  /// - Parameter operation: The operation to show.
  public init(of operation: AnyOperationHandle) {
    self.operation = operation
    state = operation.state
    fractionCompleted = operation.fractionCompleted
    let signal = ListChangeSignal()
    observation = follow(signal, .nextTurn) { [weak self] in self?.refresh() }
    token = operation.observeChanges { signal.signal() }
    refresh()
  }

  private func refresh() {
    let (state, fraction) = (operation.state, operation.fractionCompleted)
    if fraction != fractionCompleted { fractionCompleted = fraction }
    if state != self.state { self.state = state }
  }
}
