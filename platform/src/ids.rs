//! The identifiers of everything that has one. They stand together because things refer to one another in both
//! directions, while the features that own them depend on one another in one direction only.

hoi_db::id! {
    /// Names an uploaded file.
    FileId
}

hoi_db::id! {
    /// Names an account.
    UserId
}

hoi_db::id! {
    /// Names a login on one device.
    SessionId
}

hoi_db::id! {
    /// Names a key with which programs call the API.
    ApiKeyId
}

hoi_db::id! {
    /// Names a link sent by mail.
    OneTimeTokenId
}

hoi_db::id! {
    /// Names an event.
    EventId
}

hoi_db::id! {
    /// Names an event that is still being written.
    DraftId
}

hoi_db::id! {
    /// Names an image in an account's cover album.
    CoverId
}

hoi_db::id! {
    /// Names a mail to all registered participants of an event.
    MailingId
}

hoi_db::id! {
    /// Names a ticket class.
    TicketId
}

hoi_db::id! {
    /// Names an invitation code.
    InvitationCodeId
}

hoi_db::id! {
    /// Names a participant's registration.
    AttendanceId
}

hoi_db::id! {
    /// Names a request about personal data.
    DataRequestId
}

hoi_db::id! {
    /// Names the key of a check-in device.
    CheckinKeyId
}

hoi_db::id! {
    /// Names a prize of a lucky draw.
    PrizeId
}

hoi_db::id! {
    /// Names a round of a lucky draw.
    DrawRoundId
}

hoi_db::id! {
    /// Names a winner of a lucky draw.
    DrawWinnerId
}

hoi_db::id! {
    /// Names a connected remote of a lucky draw.
    DrawRemoteId
}

hoi_db::id! {
    /// Names a message to an event's participants.
    MessageId
}

hoi_db::id! {
    /// Names a burst of registrations from one network address.
    RegistrationBurstId
}

hoi_db::id! {
    /// Names a plan that administrators sell.
    PlanId
}

hoi_db::id! {
    /// Names the plan of one account.
    PersonalPlanId
}

hoi_db::id! {
    /// Names a notification to one account.
    NotificationId
}

hoi_db::id! {
    /// Names a browser that shows notifications while no page is open.
    PushSubscriptionId
}

hoi_db::id! {
    /// Names a group of people.
    GroupId
}

hoi_db::id! {
    /// Names one membership of an account in a group.
    GroupMemberId
}

hoi_db::id! {
    /// Names a request or an invitation to join a group.
    JoinRequestId
}

hoi_db::id! {
    /// Names a request to be allowed one more group.
    GroupRequestId
}

hoi_db::id! {
    /// Names events of a group that were made together.
    SeriesId
}

hoi_db::id! {
    /// Names the absence of a member from an event of the group.
    AbsenceId
}

hoi_db::id! {
    /// Names a post in a group.
    PostId
}

hoi_db::id! {
    /// Names a comment on a post.
    CommentId
}

hoi_db::id! {
    /// Names a report of a post or a comment.
    ReportId
}

hoi_db::id! {
    /// Names an organizer's account at a bank.
    BankAccountId
}

hoi_db::id! {
    /// Names a message of a service about transfers.
    BankDeliveryId
}

hoi_db::id! {
    /// Names a transfer that arrived on a bank account.
    TransferId
}

hoi_db::id! {
    /// Names a closed deal between members of a group.
    PointId
}

hoi_db::id! {
    /// Names a running server, from its start to its end.
    ServerId
}

hoi_db::id! {
    /// Names the public page of an account or a group.
    OrganiserPageId
}

hoi_db::id! {
    /// Names an address to which changes are sent.
    WebhookId
}

hoi_db::id! {
    /// Names a delivery to a webhook.
    WebhookDeliveryId
}
