import StagecraftOperations
import StagecraftScreens
import StagecraftUIKit
import UIKit

/// A screen on which several modules show alerts, one at a time.
final class AlertsScreen: Screen<UIView> {
  private nonisolated enum Answer {
    case retry
    case later
  }

  private let alerts = AlertQueue(presenter: AlertControllerPresenter())
  @ViewBound private var answer: UILabel

  override init(in application: ScreenApplication = .shared) {
    super.init(in: application)
    title = "Alerts"
  }

  override func loadView() -> UIView {
    answer = UILabel(frame: .zero)
    answer.text = "No answer yet"
    answer.numberOfLines = 0
    let stack = UIStackView(arrangedSubviews: [
      button("Three at once") { screen in screen.showThree() },
      button("The same twice") { screen in screen.showTheSameTwice() },
      button("A cancelled one") { screen in screen.showAndCancel() },
      button("A preemptive one") { screen in screen.showAndInterrupt() },
      answer,
    ])
    stack.axis = .vertical
    stack.alignment = .center
    stack.spacing = 16
    stack.backgroundColor = .systemBackground
    return stack
  }

  /// The alerts appear one after the other, the urgent one as soon as the first is dismissed.
  private func showThree() {
    alerts.show(AlertContent("Reading tonight", message: "At eight, in the Gardens branch."))
    alerts.show(AlertContent("New books", message: "Forty of them, at the Harbour branch."))
    var content = AlertContent("Closing soon", message: "In ten minutes.")
    content.priority = .urgent
    alerts.show(content)
  }

  /// Two modules lose the connection; the reader is asked once, and both receive the answer.
  private func showTheSameTwice() {
    var content = AlertContent<Answer>(
      "No connection", message: "The catalogue could not be fetched.",
      actions: [
        .init(.retry, "Try again", isDefault: true), .init(.later, "Later", style: .cancel),
      ])
    content.key = "connection"
    for module in ["Catalogue", "Covers"] {
      let handle = alerts.show(content)
      Task { [weak self] in
        let answer = try? await handle.value
        self?.say("\(module): \(answer.map { "\($0)" } ?? "none")")
      }
    }
  }

  /// The alert is cancelled because its question is settled before the reader answers.
  private func showAndCancel() {
    let handle = alerts.show(AlertContent("Waiting for the desk", acknowledge: "Never mind"))
    Task { [weak self] in
      try? await Task.sleep(for: .seconds(2))
      handle.cancel()
      let wasRead = (try? await handle.value) != nil
      self?.say(wasRead ? "Read before it was cancelled" : "Cancelled")
    }
  }

  /// The second alert replaces the first, which is shown again afterwards.
  private func showAndInterrupt() {
    alerts.show(AlertContent("A long story", message: "It can wait."))
    Task { [alerts] in
      try? await Task.sleep(for: .seconds(2))
      var content = AlertContent("Please leave the building")
      content.isPreemptive = true
      alerts.show(content)
    }
  }

  private func say(_ text: String) {
    // The view may have been unloaded while the alert was shown.
    $answer?.text = text
  }

  private func button(
    _ title: String, action: @escaping @MainActor (AlertsScreen) -> Void
  ) -> UIButton {
    UIButton(
      configuration: .bordered(),
      primaryAction: UIAction(title: title) { [weak self] _ in
        if let self { action(self) }
      })
  }
}
