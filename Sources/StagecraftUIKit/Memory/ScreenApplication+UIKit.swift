#if canImport(UIKit) && !os(watchOS)
public import StagecraftMemory
public import StagecraftScreens
internal import StageFloor

/// What hidden screens give back on UIKit's systems when memory is short.
public enum UIKitMemoryPolicy: Hashable, Sendable {
  /// Heavy resources at a warning, and views only when memory is critically short.
  ///
  /// Since version 6 the system throws away the bitmaps of hidden views by itself, so that the views
  /// hold little; what is heavy in them is not theirs.
  case warning

  /// Heavy resources and the views of all hidden screens at each warning, as the system did before
  /// version 6.
  ///
  /// A view is hidden if its screen has disappeared and it is neither in a window nor a part of its
  /// container's view. Its controller lets go of it as well.
  case classic
}

extension ScreenApplication {
  /// Links the application with UIKit: has its hidden screens give back memory as this policy says.
  ///
  /// | policy | at a warning | when memory is critically short |
  /// | --- | --- | --- |
  /// | `warning` | all screens are told; heavy resources go | hidden views go, the farthest first |
  /// | `classic` | all screens are told; heavy resources and hidden views go | the same |
  ///
  /// With `warning` the monitor brings the warnings, and asks whoever else is registered with it;
  /// with `classic` the warnings that UIKit gives to each controller are brought together, and the
  /// monitor is not used.
  ///
  /// Call it before the first ``ScreenController`` of the application is made, which otherwise calls
  /// it with the policy `warning`, unless ``ScreenApplication/warningPolicy`` was changed before: it
  /// then stays as it is. To call it again with the same policy does nothing; with another one, it
  /// stops the program.
  ///
  /// - Parameters:
  ///   - policy: what goes when.
  ///   - monitor: tells when memory is short; not kept alive. Its sources should know the platform's
  ///     warnings, as the automatic ones do.
  public func followUIKit(
    _ policy: UIKitMemoryPolicy = .warning, under monitor: PressureMonitor = .shared
  ) {
    guard UIKitLinks.shared.link(self, .policy(policy)) else { return }
    switch policy {
    case .warning:
      warningPolicy = .heavyOnly
      unloads(under: monitor, viewsFrom: .critical)
      WarningRounds.shared.leaveToMonitor(self)
    case .classic:
      warningPolicy = .classic
    }
  }

  /// Links the application with UIKit, if the app has not chosen how.
  func followUIKitUnlessChosen() {
    guard !UIKitLinks.shared.isLinked(self) else { return }
    if warningPolicy == .automatic {
      followUIKit()
    } else {
      _ = UIKitLinks.shared.link(self, .own)
    }
  }
}

/// Which applications are linked with UIKit, and how.
@MainActor
private final class UIKitLinks {
  static let shared = UIKitLinks()

  enum Link: Hashable {
    case policy(UIKitMemoryPolicy)
    /// The app has set the policy by itself.
    case own
  }

  private struct Entry {
    weak var application: ScreenApplication?
    let link: Link
  }

  private var entries: [Entry] = []

  func isLinked(_ application: ScreenApplication) -> Bool {
    entries.contains { $0.application === application }
  }

  /// - Returns: whether there was no link.
  func link(_ application: ScreenApplication, _ link: Link) -> Bool {
    entries.removeAll { $0.application == nil }
    guard let old = entries.first(where: { $0.application === application }) else {
      entries.append(Entry(application: application, link: link))
      return true
    }
    require(
      old.link == link,
      "A ScreenApplication is linked with UIKit once, as \(old.link) and then as \(link): call "
        + "followUIKit(_:under:) before the first ScreenController is made.")
    return false
  }
}
#endif
