/// Where this module comes from.
public let originUserNotifications = "the client"
