// The alert manager of textbooks: a queue and a flag.
// snippet.hide
@MainActor final class Alert {
  let title: String
  init(_ title: String) { self.title = title }
  func present(_ completion: () -> Void) {
    print(title)
    completion()
  }
}

// snippet.show
@MainActor
final class AlertManager {
  static let shared = AlertManager()
  private var pending: [Alert] = []
  private var isPresenting = false

  func show(_ alert: Alert) {
    pending.append(alert)
    presentNext()
  }

  private func presentNext() {
    guard !isPresenting, !pending.isEmpty else { return }
    isPresenting = true
    let alert = pending.removeFirst()
    alert.present {
      self.isPresenting = false
      self.presentNext()
    }
  }
}
// snippet.hide

AlertManager.shared.show(Alert("No connection"))
