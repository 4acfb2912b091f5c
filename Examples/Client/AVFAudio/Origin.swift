/// Where this module comes from.
public let originAVFAudio = "the client"
