import Testing

@testable import StagecraftUIKit

@Suite("The course of an alert", .timeLimit(.minutes(3)))
struct AlertCourseTests {
  enum Input: CaseIterable {
    case present
    case didAppear
    case didChoose
    case cancel
    case didDisappear
  }

  @Test func isAnswered() {
    var course = AlertCourse()
    #expect(course.present() == .present)
    #expect(course.didAppear() == .nothing)
    #expect(course.didChoose(1) == .answer(1))
    #expect(course.didDisappear() == .nothing)
    #expect(course.state == .ended)
  }

  @Test func isAnsweredBeforeItHasAllAppeared() {
    var course = AlertCourse()
    _ = course.present()
    #expect(course.didChoose(0) == .answer(0))
    #expect(course.didAppear() == .nothing)
  }

  @Test func cancelled_whenNobodyHasSeenIt_isNotPresented() {
    var course = AlertCourse()
    #expect(course.cancel() == .endCancelled)
    #expect(course.present() == .nothing)
  }

  /// UIKit ignores a dismissal during a presentation.
  @Test func cancelled_whileItAppears_isDismissedWhenItIsThere() {
    var course = AlertCourse()
    _ = course.present()
    #expect(course.cancel() == .nothing)
    #expect(course.didAppear() == .dismiss)
    #expect(course.didDisappear() == .endCancelled)
  }

  /// The next alert is presented when the caller hears of the end.
  @Test func cancelled_whileItIsShown_endsWhenItIsGone() {
    var course = AlertCourse()
    _ = course.present()
    _ = course.didAppear()
    #expect(course.cancel() == .dismiss)
    #expect(course.cancel() == .nothing)
    #expect(course.didDisappear() == .endCancelled)
  }

  @Test func answered_whileItIsOnItsWayOut_isAnswered() {
    var course = AlertCourse()
    _ = course.present()
    _ = course.didAppear()
    _ = course.cancel()
    #expect(course.didChoose(2) == .answer(2))
    #expect(course.didDisappear() == .nothing)
  }

  @Test func takenAway_withWhatShowedIt_hasVanished() {
    var course = AlertCourse()
    _ = course.present()
    _ = course.didAppear()
    #expect(course.didDisappear() == .endVanished)
  }

  @Test func takenAway_afterItWasCancelledWhileItAppeared_isCancelled() {
    var course = AlertCourse()
    _ = course.present()
    _ = course.cancel()
    #expect(course.didDisappear() == .endCancelled)
  }

  /// All conversations of seven inputs: whoever asked hears of one end, and the toolkit of one
  /// presentation and at most one dismissal, of what is there.
  @Test func everyConversationEndsOnce() {
    let inputs = Input.allCases
    let length = 7
    var count = 1
    for _ in 0..<length { count *= inputs.count }
    for number in 0..<count {
      var course = AlertCourse()
      var (presentations, dismissals, ends, hasAppeared) = (0, 0, 0, false)
      var rest = number
      for _ in 0..<length {
        let input = inputs[rest % inputs.count]
        rest /= inputs.count
        if input == .didAppear, presentations > 0 { hasAppeared = true }
        switch take(input, &course) {
        case .nothing: break
        case .present: presentations += 1
        case .dismiss:
          dismissals += 1
          #expect(hasAppeared)
        case .answer, .endCancelled, .endVanished: ends += 1
        }
      }
      #expect(presentations <= 1 && dismissals <= 1 && ends <= 1)
      #expect((ends == 1) == (course.state == .ended))
      // From wherever it is, being off the screen ends it, if it was ever to be on it.
      if course.state != .new, ends == 0 { #expect(take(.didDisappear, &course) != .nothing) }
    }
  }

  private func take(_ input: Input, _ course: inout AlertCourse) -> AlertCourse.Order {
    switch input {
    case .present: course.present()
    case .didAppear: course.didAppear()
    case .didChoose: course.didChoose(0)
    case .cancel: course.cancel()
    case .didDisappear: course.didDisappear()
    }
  }
}
