/// Where this module comes from.
public let originSandglassTestSupport = "the client"
