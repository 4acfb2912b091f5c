import SandglassTrustedTime
import Testing

struct CacheHeadersTests {
  @Test(
    "A cache has answered if its header says so in a word of its own",
    arguments: [
      ("Age", "0"), ("X-Cache", "HIT"), ("X-Cache", "HIT from edge"), ("X-Cache", "MISS, HIT"),
      ("X-Cache", "Hit from cloudfront"), ("X-Cache", "RefreshHit from cloudfront"),
      ("X-Cache", "TCP_MEM_HIT from a23-1.example"), ("X-Cache", "cp1 miss, cp2 hit/3"),
      ("X-Cache-Lookup", "HIT from squid:3128"), ("CF-Cache-Status", "HIT"),
      ("Cache-Status", "OriginCache; hit; ttl=1100"),
      ("Cache-Status", "Near; fwd=uri-miss, Far ;hit=?1"),
    ])
  func answered(name: String, value: String) {
    #expect(CacheHeaders.show { $0 == name ? value : nil })
  }

  @Test(
    "The name of a cache says nothing",
    arguments: [
      ("X-Cache", "MISS from white-1"), ("X-Cache", "MISS from hit-1.example"), ("X-Cache", ""),
      ("X-Cache", "Miss from cloudfront, MISS from white-2"), ("X-Cache", "CONFIG_NOCACHE"),
      ("X-Cache", "white"), ("X-Cache-Lookup", "MISS from hit:3128"),
      ("CF-Cache-Status", "DYNAMIC"), ("Cache-Status", "hit; fwd=miss"),
      ("Cache-Status", "a; hit=?0"), ("Cache-Status", "a; fwd=hitless; detail=hits"),
      ("Server", "hit"),
    ])
  func missed(name: String, value: String) {
    #expect(!CacheHeaders.show { $0 == name ? value : nil })
  }
}
