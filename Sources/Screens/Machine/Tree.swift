internal import StageFloor

extension TreeMachine {
  /// The state of one tree; a root that is no container has one only while something waits.
  ///
  /// An object, so that a transition goes on with it even if its root is destroyed, and a turn if
  /// its root is added to another tree. It retains no screen. No access to its properties encloses
  /// a call of foreign code, so exclusivity is not checked.
  final class Tree {
    /// None after the root was destroyed.
    @exclusivity(unchecked) var root: ScreenSlot
    /// The root, which belongs to the app; the shell sets it.
    @exclusivity(unchecked) weak var screen: AnyScreen?
    @exclusivity(unchecked) var transition: Transition?
    /// What the transition in progress changes.
    @exclusivity(unchecked) var change = LayoutChange()
    /// The layout after an interactive transition, until that is decided.
    @exclusivity(unchecked) var layoutAfter: ContainerLayout?
    /// The next one last.
    @exclusivity(unchecked) var agenda: [Step] = []
    @exclusivity(unchecked) var queue = Deque<Waiting>()
    /// While screens leave; nil if no request waits.
    @exclusivity(unchecked) var parting: Parting?
    /// The request that is being executed, while its questions are answered or its pages created.
    @exclusivity(unchecked) var executing: Waiting?
    @exclusivity(unchecked) var missingPages: [Int] = []
    @exclusivity(unchecked) var madePages: [ContainerLayout.Item] = []
    /// Whether screens or a stage are being called, or a view is being created.
    @exclusivity(unchecked) var isInTurn = false
    /// Whether the shell is performing the calls of the agenda.
    @exclusivity(unchecked) var isRunning = false
    @exclusivity(unchecked) var isPermitted = true
    @exclusivity(unchecked) var suspensions: Int32 = 0

    struct Parting {
      var requests: [ScreenSlot: Deque<Waiting>] = [:]
      /// The length of the tree's queue when it was read.
      var queueCount = 0
      /// Runs the trees of those that have left with requests.
      var runs: [Step] = []
    }

    init(root: ScreenSlot) { self.root = root }

    init(copying other: Tree) {
      (root, screen, transition) = (other.root, other.screen, other.transition)
      (change, layoutAfter) = (other.change, other.layoutAfter)
      (agenda, queue, executing) = (other.agenda, other.queue, other.executing)
      parting = other.parting
      (missingPages, madePages) = (other.missingPages, other.madePages)
      (isInTurn, isRunning) = (other.isInTurn, other.isRunning)
      (isPermitted, suspensions) = (other.isPermitted, other.suspensions)
    }

    func answer(_ isPermitted: Bool) {
      guard !isPermitted else { return }
      self.isPermitted = false
      // No other screen is asked.
      while case .ask = agenda.last { agenda.removeLast() }
    }

    /// Nil if the stage has it, or need not receive it.
    func takeProgress() -> Double? {
      guard let machine = transition?.machine, machine.isOpen, !machine.isHurried else {
        return nil
      }
      return transition?.progress.take()
    }
  }
}
