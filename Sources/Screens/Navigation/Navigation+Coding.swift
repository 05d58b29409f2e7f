extension Navigation: Codable {
  private enum CodingKeys: CodingKey {
    case name, identity, isAny, kind, current, children, position, isSheet
  }

  /// Decodes a navigation; what is missing has its default.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: Any error of the decoder.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      name: try values.decodeIfPresent(String.self, forKey: .name),
      identity: try values.decodeIfPresent(ScreenArchive.Values.self, forKey: .identity)
        ?? ScreenArchive.Values(),
      isAny: try values.decodeIfPresent(Bool.self, forKey: .isAny) ?? false,
      kind: try values.decodeIfPresent(Kind.self, forKey: .kind),
      current: try values.decodeIfPresent(Int.self, forKey: .current),
      children: try values.decodeIfPresent([Navigation].self, forKey: .children) ?? [],
      position: try values.decodeIfPresent(Int.self, forKey: .position) ?? 0,
      isSheet: try values.decodeIfPresent(Bool.self, forKey: .isSheet) ?? false)
  }

  /// Encodes the navigation, except what has its default.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: Any error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encodeIfPresent(name, forKey: .name)
    if !identity.isEmpty { try values.encode(identity, forKey: .identity) }
    if isAny { try values.encode(true, forKey: .isAny) }
    try values.encodeIfPresent(kind, forKey: .kind)
    try values.encodeIfPresent(current, forKey: .current)
    if !children.isEmpty { try values.encode(children, forKey: .children) }
    if position != 0 { try values.encode(position, forKey: .position) }
    if isSheet { try values.encode(true, forKey: .isSheet) }
  }
}
