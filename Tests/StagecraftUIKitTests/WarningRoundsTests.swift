import StagecraftScreens
import Testing

@testable import StagecraftUIKit

@Suite("Memory warnings that each controller hears", .timeLimit(.minutes(3)))
@MainActor
struct WarningRoundsTests {
  private final class Ear: ScreenApplicationDelegate {
    var warnings = 0
    func applicationDidReceiveMemoryWarning(_ application: ScreenApplication) { warnings += 1 }
  }

  @Test func anApplicationHearsOfEachWarningOnce() async {
    let (rounds, application, ear) = (WarningRounds(), ScreenApplication(), Ear())
    application.delegate = ear
    for _ in 0..<4 { rounds.controllerWasWarned(of: application) }
    #expect(ear.warnings == 1)
    await rounds.endOfTurn?.value
    for _ in 0..<4 { rounds.controllerWasWarned(of: application) }
    #expect(ear.warnings == 2)
  }

  @Test func twoApplicationsHearOfTheSameWarning() {
    let rounds = WarningRounds()
    let applications = [ScreenApplication(), ScreenApplication()]
    let ears = [Ear(), Ear()]
    for (application, ear) in zip(applications, ears) { application.delegate = ear }
    for _ in 0..<2 {
      for application in applications { rounds.controllerWasWarned(of: application) }
    }
    #expect(ears.map(\.warnings) == [1, 1])
  }

  @Test func whomAMonitorWarnsIsNotWarnedTwice() {
    let (rounds, application, ear) = (WarningRounds(), ScreenApplication(), Ear())
    application.delegate = ear
    rounds.leaveToMonitor(application)
    rounds.controllerWasWarned(of: application)
    #expect(ear.warnings == 0)
  }
}
