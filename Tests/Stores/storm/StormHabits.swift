#if SQLite && PostgreSQL
import LendingProof

/// How a process borrows, such that a mistake on purpose soon does harm.
struct StormHabits {
  /// Waits in milliseconds.
  var waits = 20...1_000
  /// One hold in so many is long.
  var longHolds = 40
  /// What happens to requests.
  var weather = UnreliableStore.Weather()

  init(_ options: StormOptions) {
    // The storm decides when nothing passes.
    weather.silences = 0
    switch options.plant.flatMap(PlantedStore.Mistake.init) {
    case .tombstone:
      // Requests arrive after their sender has given up.
      waits = 5...60
      weather.lateRequests = 250
      weather.lostRequests = 100
    case .margin: longHolds = 2
    case .answer: weather.lostAnswers = 200
    case .holders, .order, .half, nil: break
    }
  }
}
#endif
