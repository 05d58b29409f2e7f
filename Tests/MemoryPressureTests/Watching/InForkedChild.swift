import TestSupport
import Testing

extension Trait where Self == ConditionTrait {
  /// A test that forks.
  ///
  /// Not under a sanitizer, whose locks other threads may hold at the moment of the fork: in the child
  /// nobody would ever leave them.
  static var inForkedChild: Self {
    .enabled(if: Sanitizer.running == nil, "a sanitizer's locks do not survive a fork")
  }
}
