/// The keys of values that tests encode by hand.
enum StateTestKey: String, CodingKey { case a, b, c, d }
