/// The headers by which caches show that they have answered a request.
package enum CacheHeaders {
  /// Returns whether a cache has answered. `field` returns the values of a header, with commas between them, or nil if
  /// there is none.
  package static func show(_ field: (_ name: String) -> String?) -> Bool {
    field("Age") != nil
      || ["X-Cache", "X-Cache-Lookup", "CF-Cache-Status"].contains { name in
        members(field(name)).contains(where: isHit)
      }
      || members(field("Cache-Status")).contains(where: isStandardHit)
  }

  private static func members(_ value: String?) -> [Substring] {
    (value ?? "").split(separator: ",")
  }

  /// Whether a member of a list, such as `HIT from edge-1`, `TCP_MEM_HIT` or `cache-1 hit/5`, has the word "hit". The names
  /// of caches follow "from" and say nothing.
  private static func isHit(_ member: Substring) -> Bool {
    for word in member.split(whereSeparator: { $0 == " " || $0 == "\t" }) {
      let word = word.lowercased()
      if word == "from" { return false }
      let parts = word.split { !("a"..."z").contains($0) }
      if parts.contains(where: { ["hit", "refreshhit"].contains($0) }) { return true }
    }
    return false
  }

  /// Whether a member of `Cache-Status`, such as `cache-1; hit; ttl=30`, has the parameter "hit" (RFC 9211, section 2.1).
  private static func isStandardHit(_ member: Substring) -> Bool {
    member.split(separator: ";").dropFirst().contains { parameter in
      let word = parameter.filter { $0 != " " && $0 != "\t" }
      return word == "hit" || word == "hit=?1"
    }
  }
}
