#if GTK
import Testing

@testable import StagecraftGTK

/// Every state that a machine of three places can reach, with every input in each, against a model
/// of what is owed to the container.
@Suite("Course machine, exhaustively")
struct CourseExplorationTests {
  typealias Machine = CourseMachine<Int>

  /// The machine, its widget and its container.
  struct World: Hashable {
    var machine: Machine
    /// Where the widget stands, or where it goes.
    var widget = 0
    /// Whether the widget can be put anywhere.
    var hasSize = true
    /// What the container shows or is moving to.
    var goal = 0
    /// Whether a transition has begun and not ended.
    var isOpen = false
    /// Whether the container was told of a move that has not ended.
    var isFollowing = false

    init(needsSize: Bool) {
      machine = Machine(needsSize: needsSize)
      hasSize = !needsSize
    }
  }

  enum Input: Hashable {
    case arrange(Int)
    case begin(Int, isAnimated: Bool)
    case heads(Int)
    case passes
    case stops(Int)
    case doesNotRun
    case turn
    case sizeKnown
    case sizeLost
  }

  private var inputs: [Input] {
    var inputs: [Input] = [.passes, .doesNotRun, .turn, .sizeKnown, .sizeLost]
    for place in 0..<3 {
      inputs += [
        .arrange(place), .begin(place, isAnimated: true), .begin(place, isAnimated: false),
        .heads(place), .stops(place),
      ]
    }
    return inputs
  }

  /// Applies an input; returns false if the world does not make it.
  private func apply(_ input: Input, to world: inout World) -> Bool {
    switch input {
    case .arrange(let goal):
      // While a transition is open, the container ends it where it goes.
      if world.isOpen && goal != world.goal { return false }
      world.goal = goal
      world.isOpen = false
      return perform(
        world.machine.arranged(at: goal, isFollowed: world.isFollowing), in: &world)
    case .begin(let goal, let isAnimated):
      guard !world.isOpen, !world.isFollowing else { return false }
      world.goal = goal
      world.isOpen = true
      return perform(world.machine.began(to: goal, isAnimated: isAnimated), in: &world)
    case .heads(let place): return perform(world.machine.heads(to: place), in: &world)
    case .passes:
      if case .moving(let goal) = world.machine.motion { world.widget = goal }
      return perform(world.machine.passes(), in: &world)
    case .stops(let place):
      guard world.hasSize else { return false }
      world.widget = place
      return perform(world.machine.stopped(at: place), in: &world)
    case .doesNotRun:
      guard world.machine.motion == .animating else { return false }
      return perform(world.machine.animationDoesNotRun(), in: &world)
    case .turn:
      guard let answer = world.machine.nextAnswer() else { return false }
      return report(answer, in: &world)
    case .sizeKnown:
      world.hasSize = true
      return perform(world.machine.sizeKnown(), in: &world)
    case .sizeLost:
      let actions = world.machine.sizeLost()
      world.hasSize = world.machine.hasSize
      return perform(actions, in: &world)
    }
  }

  private func perform(_ actions: [Machine.Action], in world: inout World) -> Bool {
    for action in actions {
      switch action {
      case .jump(let place):
        #expect(world.hasSize, "A widget without a size was told to jump.")
        world.widget = place
      case .animate(let place):
        #expect(world.hasSize)
        world.widget = place
      case .endAnimation: _ = report(.endAnimation, in: &world)
      case .moveBegan: world.isFollowing = true
      case .answerLater: #expect(!world.machine.answers.isEmpty)
      }
    }
    return true
  }

  private func report(_ answer: Machine.Answer, in world: inout World) -> Bool {
    switch answer {
    case .endAnimation:
      #expect(world.isOpen, "The end of an animation was reported twice.")
      world.isOpen = false
    case .moveBegan: world.isFollowing = true
    case .moveEnded: world.isFollowing = false
    case .moved: break
    }
    return true
  }

  private func check(_ world: World, after history: [Input]) {
    let machine = world.machine
    let isOwed = machine.motion == .animating || machine.answers.contains(.endAnimation)
    #expect(isOwed == world.isOpen, "\(history)")
    #expect(machine.answers.filter { $0 == .endAnimation }.count <= 1, "\(history)")
    if case .moving = machine.motion {
      let isTold = world.isFollowing || machine.answers.contains(where: \.isNews)
      #expect(isTold, "A move of which the container learns nothing: \(history)")
    }
    if machine.motion == .still, machine.answers.isEmpty, machine.pending == nil,
      let place = machine.place
    {
      #expect(place == world.widget, "\(history)")
    }
    if !machine.hasSize, machine.motion == .still, let pending = machine.pending {
      #expect(machine.place == pending, "\(history)")
    }
  }

  @Test(arguments: [false, true])
  func everyTransitionEndsOnceAndEveryMoveIsReported(needsSize: Bool) {
    var seen: Set<World> = []
    var queue: [(world: World, history: [Input])] = [(World(needsSize: needsSize), [])]
    var next = 0
    while next < queue.count {
      let (world, history) = queue[next]
      next += 1
      for input in inputs {
        var changed = world
        guard apply(input, to: &changed) else { continue }
        let path = history + [input]
        check(changed, after: path)
        // Answers come once a turn: more than a few inputs between two turns add nothing.
        if changed.machine.answers.count <= 3, seen.insert(changed).inserted {
          queue.append((changed, path))
        }
      }
    }
    #expect(seen.count > 100)
    print("course machine: \(seen.count) states, needs a size: \(needsSize)")
  }
}
#endif
