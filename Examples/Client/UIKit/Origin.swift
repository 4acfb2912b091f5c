/// Where this module comes from.
public let originUIKit = "the client"
