#if GTK
import Testing

@testable import StagecraftGTK

/// What a stage's machine answers, as conversations.
///
/// Places are pages.
@Suite("Course machine")
struct CourseMachineTests {
  typealias Machine = CourseMachine<Int>

  /// A machine whose widget stands at a page.
  private func machine(at place: Int) -> Machine {
    var machine = Machine()
    #expect(machine.arranged(at: place, isFollowed: false) == [.jump(place)])
    return machine
  }

  private func drain(_ machine: inout Machine) -> [Machine.Answer] {
    var answers: [Machine.Answer] = []
    while let answer = machine.nextAnswer() { answers.append(answer) }
    return answers
  }

  @Test func anAnimatedTransitionEndsInALaterTurn() {
    var machine = machine(at: 0)
    #expect(machine.began(to: 1, isAnimated: true) == [.animate(1)])
    #expect(machine.motion == .animating && !machine.shows(1))
    #expect(machine.stopped(at: 1) == [.answerLater])
    #expect(drain(&machine) == [.endAnimation])
    #expect(machine.arranged(at: 1, isFollowed: false).isEmpty)
  }

  @Test func aTransitionWithoutAnimationEndsAtOnce() {
    var machine = machine(at: 0)
    #expect(machine.began(to: 1, isAnimated: false) == [.jump(1), .endAnimation])
    #expect(machine.began(to: 1, isAnimated: true) == [.endAnimation], "It is shown.")
  }

  @Test func anAnimationThatDoesNotRunEndsAtOnce() {
    var machine = machine(at: 0)
    _ = machine.began(to: 1, isAnimated: true)
    #expect(machine.animationDoesNotRun() == [.endAnimation])
    #expect(machine.animationDoesNotRun().isEmpty)
    #expect(machine.stopped(at: 1).isEmpty)
  }

  @Test func anArrangementInTheMiddleOfAnAnimationEndsIt() {
    var machine = machine(at: 0)
    _ = machine.began(to: 1, isAnimated: true)
    #expect(machine.arranged(at: 1, isFollowed: false) == [.jump(1)])
    #expect(machine.stopped(at: 1).isEmpty && machine.answers.isEmpty)
  }

  @Test func anEndThatWasOvertakenByAnArrangementIsNotReported() {
    var machine = machine(at: 0)
    _ = machine.began(to: 1, isAnimated: true)
    _ = machine.stopped(at: 1)
    #expect(machine.arranged(at: 1, isFollowed: false).isEmpty)
    #expect(machine.began(to: 2, isAnimated: true) == [.animate(2)])
    #expect(drain(&machine).isEmpty, "The new animation has not ended.")
  }

  @Test func aMoveIsReportedAtOnceAndItsEndLater() {
    var machine = machine(at: 0)
    #expect(machine.heads(to: 1) == [.moveBegan(1)])
    #expect(machine.heads(to: 1).isEmpty)
    #expect(machine.arranged(at: 0, isFollowed: true).isEmpty, "The finger decides.")
    #expect(machine.stopped(at: 1) == [.answerLater])
    #expect(drain(&machine) == [.moveEnded(atGoal: true)])
    #expect(machine.shows(1))
  }

  @Test func aMoveThatIsCalledOff() {
    var machine = machine(at: 1)
    _ = machine.heads(to: 2)
    #expect(machine.stopped(at: 1) == [.answerLater])
    #expect(drain(&machine) == [.moveEnded(atGoal: false)])
  }

  @Test func aDragThatTurnsRound() {
    var machine = machine(at: 1)
    #expect(machine.heads(to: 2) == [.moveBegan(2)])
    #expect(machine.heads(to: 0) == [.moveBegan(0)])
    _ = machine.stopped(at: 0)
    #expect(drain(&machine) == [.moveEnded(atGoal: true)])
  }

  @Test func aDragOverTwoPagesIsTwoMoves() {
    var machine = machine(at: 0)
    #expect(machine.heads(to: 1) == [.moveBegan(1)])
    #expect(machine.passes() == [.answerLater])
    #expect(machine.heads(to: 2).isEmpty, "The end of the first is reported before.")
    #expect(machine.arranged(at: 0, isFollowed: false).isEmpty)
    #expect(machine.stopped(at: 2).isEmpty)
    #expect(
      drain(&machine) == [.moveEnded(atGoal: true), .moveBegan(2), .moveEnded(atGoal: true)])
  }

  @Test func theContainerRefusesInTheMiddleOfADrag() {
    var machine = machine(at: 0)
    _ = machine.heads(to: 1)
    #expect(machine.arranged(at: 0, isFollowed: false) == [.jump(0)])
    #expect(machine.stopped(at: 0).isEmpty)
  }

  @Test func aTransitionOfTheProgramsDuringADrag() {
    var machine = machine(at: 1)
    _ = machine.heads(to: 2)
    #expect(machine.began(to: 0, isAnimated: true) == [.endAnimation])
    #expect(machine.arranged(at: 0, isFollowed: true).isEmpty)
    _ = machine.stopped(at: 1)
    #expect(drain(&machine) == [.moveEnded(atGoal: false)])
    #expect(machine.arranged(at: 0, isFollowed: false) == [.jump(0)])
  }

  @Test func theUserCatchesAnAnimationAndTakesItElsewhere() {
    var machine = machine(at: 0)
    _ = machine.began(to: 1, isAnimated: true)
    #expect(machine.heads(to: 0).isEmpty)
    #expect(machine.stopped(at: 0) == [.answerLater])
    #expect(drain(&machine) == [.moved(0), .endAnimation])
    #expect(machine.arranged(at: 1, isFollowed: false) == [.jump(1)])
  }

  @Test func aWidgetThatIsElsewhereSaysSo() {
    var machine = machine(at: 0)
    #expect(machine.stopped(at: 2) == [.answerLater])
    #expect(machine.arranged(at: 0, isFollowed: false).isEmpty, "It has not been asked yet.")
    #expect(machine.began(to: 1, isAnimated: true) == [.endAnimation])
    #expect(drain(&machine) == [.moved(2)])
    #expect(machine.arranged(at: 1, isFollowed: false) == [.jump(1)])
  }

  @Test func aPlaceIsKeptUntilTheWidgetHasASize() {
    var machine = Machine(needsSize: true)
    #expect(machine.arranged(at: 4, isFollowed: false).isEmpty)
    #expect(machine.pending == 4 && !machine.shows(4))
    #expect(machine.heads(to: 1).isEmpty && machine.stopped(at: 0).isEmpty)
    #expect(machine.began(to: 2, isAnimated: true) == [.endAnimation])
    #expect(machine.sizeKnown() == [.jump(2)])
    #expect(machine.sizeKnown().isEmpty && machine.shows(2))
  }

  @Test func newPagesEndAnAnimationAndAreShownAfterTheNextFrame() {
    var machine = Machine(needsSize: true)
    _ = machine.sizeKnown()
    _ = machine.arranged(at: 0, isFollowed: false)
    _ = machine.began(to: 1, isAnimated: true)
    #expect(machine.sizeLost() == [.answerLater])
    #expect(drain(&machine) == [.endAnimation])
    #expect(machine.arranged(at: 1, isFollowed: false).isEmpty)
    #expect(machine.sizeKnown() == [.jump(1)])
  }

  @Test func anArrangementDoesNotForgetTheSize() {
    var machine = Machine()
    #expect(machine.arranged(at: nil, isFollowed: false).isEmpty)
    #expect(machine.sizeLost().isEmpty, "A stack needs none.")
    #expect(machine.arranged(at: 0, isFollowed: false) == [.jump(0)])
  }

  @Test func aNewWidgetEndsTheMoveOfTheOldOne() {
    var machine = machine(at: 0)
    _ = machine.heads(to: 1)
    #expect(machine.viewMade() == [.moveEnded(atGoal: false)])
    #expect(machine == Machine())
    _ = machine.arranged(at: 0, isFollowed: false)
    _ = machine.heads(to: 1)
    _ = machine.stopped(at: 1)
    #expect(machine.viewMade() == [.moveEnded(atGoal: true)])
  }
}

@Suite("Carousel track")
struct CarouselTrackTests {
  @Test func whereACarouselMoves() {
    func heading(_ position: Double, from origin: Int) -> CarouselTrack.Heading {
      CarouselTrack.heading(position, from: origin, count: 3)
    }
    #expect(heading(1.005, from: 1) == .none)
    #expect(heading(1.2, from: 1) == .to(2))
    #expect(heading(2.0, from: 1) == .to(2))
    #expect(heading(0.4, from: 1) == .to(0))
    #expect(heading(1.3, from: 0) == .past(1, to: 2))
    #expect(heading(0.5, from: 2) == .past(1, to: 0))
    #expect(heading(2.3, from: 2) == .none, "There is no page.")
    #expect(heading(-0.3, from: 0) == .none)
    #expect(heading(2.3, from: 1) == .past(2, to: nil))
  }

  @Test func pageIsKnownOnlyAtRest() {
    #expect(CarouselTrack.page(at: 2.004) == 2)
    #expect(CarouselTrack.page(at: 1.996) == 2)
    #expect(CarouselTrack.page(at: 1.5) == nil)
  }
}

@Suite("Focus place")
struct FocusPlaceTests {
  /// A tree without a display.
  final class Node: FocusNode {
    let ownName: String?
    let typeName: String
    private(set) var children: [Node] = []
    private(set) weak var above: Node?

    init(_ typeName: String, named ownName: String? = nil, _ children: [Node] = []) {
      self.typeName = typeName
      self.ownName = ownName
      self.children = children
      for child in children { child.above = self }
    }

    var parent: Node? { above }
    var index: Int { above?.children.firstIndex { $0 === self } ?? 0 }
    func child(at index: Int) -> Node? { children.indices.contains(index) ? children[index] : nil }
    static func == (one: Node, other: Node) -> Bool { one === other }
  }

  private func form(extra: Bool = false, second: String = "Entry") -> (root: Node, text: Node) {
    let text = Node("Text")
    let notes = Node(second, named: "notes", [text])
    let rows = (extra ? [Node("Label")] : []) + [Node("Entry", [Node("Text")]), notes]
    return (Node("Box", rows), text)
  }

  @Test func aPlaceIsFoundByNameInAViewWithOtherRows() throws {
    let (old, text) = form()
    let place = try #require(FocusPlace(of: text, in: old))
    #expect(place == FocusPlace(name: "notes", path: [.init(index: 0, type: "Text")]))
    let (new, wanted) = form(extra: true)
    #expect(place.node(in: new) === wanted)
  }

  @Test func aPlaceWithoutANameIsFoundByPosition() throws {
    let (old, _) = form()
    let first = try #require(old.child(at: 0)?.child(at: 0))
    let place = try #require(FocusPlace(of: first, in: old))
    let (new, _) = form()
    #expect(place.node(in: new) === new.child(at: 0)?.child(at: 0))
    let (other, _) = form(extra: true)
    #expect(place.node(in: other) == nil, "There is something else at the position.")
  }

  @Test func whatIsInAnotherTreeHasNoPlace() {
    let (old, _) = form()
    #expect(FocusPlace(of: Node("Text"), in: old) == nil)
  }

  @Test func theRootItselfIsAPlace() throws {
    let (old, _) = form()
    let place = try #require(FocusPlace(of: old, in: old))
    let (new, _) = form()
    #expect(place.node(in: new) === new)
  }
}

extension FocusPlace {
  init(name: String?, path: [Step]) {
    self.init(path: path)
    self.name = name
  }

  private init(path: [Step]) {
    let root = FocusPlaceTests.Node("Root")
    self.init(of: root, in: root)!
    self.path = path
  }
}
#endif
