@testable import StagecraftScreens

extension TreeShell {
  /// The recorded calls as text, one line each, as in the table of orders.
  ///
  /// - Parameter labels: The screens, by the name in the text; others have their number.
  /// - Returns: The lines, without the inputs.
  func lines(_ labels: KeyValuePairs<String, Name>) -> [String] {
    let texts = Dictionary(labels.map { ($1, $0) }) { first, _ in first }
    return events.compactMap { Self.line($0) { texts[$0] ?? "\($0)" } }
  }

  private static func line(_ event: TreeEvent, _ text: (Name) -> String) -> String? {
    switch event {
    case .loaded(let name): "\(text(name)).load"
    case .entered(let name, _): "\(text(name)).enter"
    case .left(let name): "\(text(name)).leave"
    case .willMove(let name, let parent): "\(text(name)).willMove\(parent < 0 ? "-" : "+")"
    case .didMove(let name, let parent): "\(text(name)).didMove\(parent < 0 ? "-" : "+")"
    case .willDismiss(let name): "\(text(name)).willDismiss"
    case .didDismiss(let name): "\(text(name)).didDismiss"
    case .step(let step, let name, let context):
      "\(text(name)).\(step.abbreviation)\(context.marks)"
    case .refusedStep(let step, let name): "\(text(name)).\(step.abbreviation) refused"
    case .resigned(let name): "\(text(name)).resign"
    case .became(let name): "\(text(name)).become"
    case .stageBegins(let name): "\(text(name)).begin"
    case .stageFollows(let name): "\(text(name)).follow"
    case .stageConcludes(let name, let outcome): "\(text(name)).conclude \(outcome)"
    case .stageArranges(let name): "\(text(name)).arrange"
    case .changed(let name): "\(text(name)).changed"
    case .asked(let name, _, let isPermitted): "\(text(name)).ask \(isPermitted ? "yes" : "no")"
    case .pages(let name, _, let pages): "\(text(name)).pages \(pages.map(\.position))"
    case .performed(let name, _): "\(text(name)).perform"
    case .finished(let request, .refused): "\(request) refused"
    case .finished(let request, let outcome): "\(request) \(outcome)"
    case .destroyed(let name): "\(text(name)).destroyed"
    default: nil
    }
  }
}
