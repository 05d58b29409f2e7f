import StagecraftOperations
import Testing

struct AlertContentTests {
  private func content(_ styles: AlertActionStyle...) -> AlertContent<Int> {
    AlertContent(
      "Emma is overdue",
      actions: styles.enumerated().map { .init($0.offset, "\($0.offset)", style: $0.element) })
  }

  @Test func escapeMeansTheCancelAction() {
    #expect(content(.normal, .destructive, .cancel).escapeActionIndex == 2)
    #expect(content(.cancel, .normal).escapeActionIndex == 0)
  }

  @Test func escapeMeansTheFirstOfSeveralCancelActions() {
    #expect(content(.normal, .cancel, .cancel).escapeActionIndex == 1)
  }

  @Test func escapeMeansTheOnlyAction() {
    #expect(content(.normal).escapeActionIndex == 0)
    #expect(content(.destructive).escapeActionIndex == 0)
    #expect(AlertContent("Closing soon").escapeActionIndex == 0)
  }

  @Test func escapeMeansNoneOfSeveralActions() {
    #expect(content(.normal, .destructive).escapeActionIndex == nil)
  }

  @Test func enterMeansTheDefaultAction() {
    var content = content(.normal, .normal, .cancel)
    #expect(content.defaultActionIndex == nil)
    content.actions[1].isDefault = true
    #expect(content.defaultActionIndex == 1)
    // Moved to another action: checked when the alert is shown, not in between.
    content.actions[0].isDefault = true
    content.actions[1].isDefault = false
    #expect(content.defaultActionIndex == 0)
    #expect(AlertContent("Closing soon").defaultActionIndex == nil)
  }

  @Test func errorsDescribeWhatHappened() {
    let errors: [AlertQueue.PresentationError] = [.noWindow, .vanished, .closed]
    #expect(Set(errors).count == 3)
    #expect(Set(errors.map(\.description)).count == 3)
    #expect(AlertQueue.PresentationError.noWindow.description.contains("window"))
    #expect(AlertQueue.PresentationError.vanished.description.contains("removed from the screen"))
    #expect(AlertQueue.PresentationError.closed.description.contains("closed"))
  }
}
