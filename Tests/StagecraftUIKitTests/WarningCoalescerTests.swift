import StagecraftScreens
import Testing

@testable import StagecraftUIKit

@Suite(.timeLimit(.minutes(3)))
@MainActor
struct WarningCoalescerTests {
  private final class Ear: ScreenApplicationDelegate {
    var warnings = 0
    func applicationDidReceiveMemoryWarning(_ application: ScreenApplication) { warnings += 1 }
  }

  @Test func anApplicationReceivesEachWarningOnce() async {
    let (coalescer, application, ear) = (WarningCoalescer(), ScreenApplication(), Ear())
    application.delegate = ear
    for _ in 0..<4 { coalescer.controllerWasWarned(of: application) }
    #expect(ear.warnings == 1)
    await coalescer.endOfTurn?.value
    for _ in 0..<4 { coalescer.controllerWasWarned(of: application) }
    #expect(ear.warnings == 2)
  }

  @Test func twoApplicationsReceiveTheSameWarning() {
    let coalescer = WarningCoalescer()
    let applications = [ScreenApplication(), ScreenApplication()]
    let ears = [Ear(), Ear()]
    for (application, ear) in zip(applications, ears) { application.delegate = ear }
    for _ in 0..<2 {
      for application in applications { coalescer.controllerWasWarned(of: application) }
    }
    #expect(ears.map(\.warnings) == [1, 1])
  }

  @Test func anApplicationWithAMonitorReceivesNoWarningFromControllers() {
    let (coalescer, application, ear) = (WarningCoalescer(), ScreenApplication(), Ear())
    application.delegate = ear
    coalescer.leaveToMonitor(application)
    coalescer.controllerWasWarned(of: application)
    #expect(ear.warnings == 0)
  }
}
