#if GTK
/// The texts of the stages, to be set once, in the language of the user.
@MainActor
public enum StageTexts {
  /// What assistive technologies call the back button; also shown when the pointer rests on it.
  public static var back = "Back"

  /// What assistive technologies call the dots below pages.
  ///
  /// The arguments are the number of the open page, counted from 1, and the number of pages.
  public static var page: @MainActor (Int, Int) -> String = { "Page \($0) of \($1)" }
}
#endif
