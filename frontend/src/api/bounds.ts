// Written by scripts/generate-bounds.mjs from openapi.json: run `make gen`.

export const AnsweredQuestion_question_maxLength = 200
export const AnsweredQuestion_answer_maxLength = 2000

export const BankAccountBody_bankName_minLength = 1
export const BankAccountBody_bankName_maxLength = 100
export const BankAccountBody_accountNumber_minLength = 1
export const BankAccountBody_accountNumber_maxLength = 19
export const BankAccountBody_holderName_minLength = 1
export const BankAccountBody_holderName_maxLength = 100

export const BulkChange_ids_maxItems = 500

export const CancelEvent_reason_maxLength = 500

export const CancelSeries_reason_maxLength = 500

export const CashReceived_amount_minimum = 1
export const CashReceived_amount_maximum = 9_999_999_999_999

export const ChangeLuckyDraw_prizes_maxItems = 50

export const ChangeNotificationPreferences_items_maxItems = 100
export const ChangeNotificationPreferences_groups_maxItems = 100

export const ChangeOwn_fullName_minLength = 1
export const ChangeOwn_fullName_maxLength = 999
export const ChangeOwn_phone_maxLength = 99
export const ChangeOwn_company_maxLength = 999

export const ChangeParticipant_fullName_minLength = 1
export const ChangeParticipant_fullName_maxLength = 999
export const ChangeParticipant_email_maxLength = 999
export const ChangeParticipant_phone_maxLength = 99
export const ChangeParticipant_company_maxLength = 999

export const ChangePassword_newPassword_minLength = 8
export const ChangePassword_newPassword_maxLength = 128

export const ChangeWelcomeScreen_waitingTime_minimum = 1
export const ChangeWelcomeScreen_waitingTime_maximum = 60
export const ChangeWelcomeScreen_sponsorLogos_maxItems = 20

export const CheckIn_code_minLength = 1
export const CheckIn_code_maxLength = 200
export const CheckIn_nonce_maxLength = 100
export const CheckIn_deviceId_maxLength = 100

export const ChosenCodes_ids_maxItems = 5000

export const ChosenParticipants_ids_maxItems = 5000

export const CodeChange_maxUses_minimum = -1
export const CodeChange_maxUses_maximum = 1_000_000

export const CommentChange_text_minLength = 1
export const CommentChange_text_maxLength = 2000

export const ConnectionBody_key_minLength = 1
export const ConnectionBody_key_maxLength = 500

export const CreateAccount_fullName_minLength = 1
export const CreateAccount_fullName_maxLength = 999
export const CreateAccount_phone_minLength = 1
export const CreateAccount_phone_maxLength = 99
export const CreateAccount_country_maxLength = 999
export const CreateAccount_email_maxLength = 999
export const CreateAccount_company_minLength = 1
export const CreateAccount_company_maxLength = 999
export const CreateAccount_eventLimit_minimum = -1

export const DataRequestAnswer_text_minLength = 1
export const DataRequestAnswer_text_maxLength = 1000

export const DataRequestEnd_reason_maxLength = 1000

export const Decision_reason_maxLength = 500

export const DeleteGroup_confirmName_minLength = 1
export const DeleteGroup_confirmName_maxLength = 255

export const DraftBody_title_maxLength = 255

export const DraftChange_title_maxLength = 255

export const DrawBody_word_maxLength = 100

export const EmailContent_venueAddress_maxLength = 100
export const EmailContent_contactEmail_maxLength = 254

export const EmailContentChange_venueAddress_maxLength = 100
export const EmailContentChange_contactEmail_maxLength = 254

export const EmailInvitation_email_maxLength = 999
export const EmailInvitation_fullName_maxLength = 255

export const EmailOnly_email_maxLength = 999

export const EndedPushSubscription_endpoint_maxLength = 2048

export const EraseParticipant_fullName_minLength = 1
export const EraseParticipant_fullName_maxLength = 999

export const EventBody_tickets_maxItems = 50

export const EventInfo_title_maxLength = 255
export const EventInfo_totalParticipants_minimum = 1
export const EventInfo_totalParticipants_maximum = 1_000_000
export const EventInfo_hostName_maxLength = 100
export const EventInfo_hostContact_maxLength = 100

export const EventInfoChange_title_maxLength = 255
export const EventInfoChange_totalParticipants_minimum = 1
export const EventInfoChange_totalParticipants_maximum = 1_000_000
export const EventInfoChange_hostName_maxLength = 100
export const EventInfoChange_hostContact_maxLength = 100

export const EventItem_numberOfEvents_minimum = -1
export const EventItem_numberOfEvents_maximum = 1_000_000
export const EventItem_attendeesPerEvent_minimum = -1
export const EventItem_attendeesPerEvent_maximum = 1_000_000
export const EventItem_price_maximum = 9_999_999_999_999

export const EventItemChange_numberOfEvents_minimum = -1
export const EventItemChange_numberOfEvents_maximum = 1_000_000
export const EventItemChange_attendeesPerEvent_minimum = -1
export const EventItemChange_attendeesPerEvent_maximum = 1_000_000
export const EventItemChange_price_maximum = 9_999_999_999_999

export const EventPageBody_programme_maxItems = 60
export const EventPageBody_speakers_maxItems = 40
export const EventPageBody_questions_maxItems = 30
export const EventPageBody_sponsors_maxItems = 40

export const FindTicket_email_maxLength = 999

export const FormBody_scheme_maxItems = 100

export const FormInfo_registrationsPerAddress_minimum = 1
export const FormInfo_registrationsPerAddress_maximum = 1000
export const FormInfo_confirmByMailMinutes_minimum = 5
export const FormInfo_confirmByMailMinutes_maximum = 1440

export const FormInfoChange_registrationsPerAddress_minimum = 1
export const FormInfoChange_registrationsPerAddress_maximum = 1000
export const FormInfoChange_confirmByMailMinutes_minimum = 5
export const FormInfoChange_confirmByMailMinutes_maximum = 1440

export const GroupItem_numberOfGroups_minimum = -1
export const GroupItem_numberOfGroups_maximum = 1_000_000
export const GroupItem_usersPerGroup_minimum = -1
export const GroupItem_usersPerGroup_maximum = 1_000_000
export const GroupItem_price_maximum = 9_999_999_999_999

export const GroupItemChange_numberOfGroups_minimum = -1
export const GroupItemChange_numberOfGroups_maximum = 1_000_000
export const GroupItemChange_usersPerGroup_minimum = -1
export const GroupItemChange_usersPerGroup_maximum = 1_000_000
export const GroupItemChange_price_maximum = 9_999_999_999_999

export const GroupRequestReason_reason_minLength = 1
export const GroupRequestReason_reason_maxLength = 500

export const GroupSettingsChange_name_maxLength = 255
export const GroupSettingsChange_description_maxLength = 20_000
export const GroupSettingsChange_firstN_minimum = 1
export const GroupSettingsChange_firstN_maximum = 100

export const IdsBody_ids_maxItems = 5000

export const ImportForm_statuses_maxItems = 200
export const ImportForm_classes_maxItems = 200

export const InvoiceBody_name_minLength = 1
export const InvoiceBody_name_maxLength = 400
export const InvoiceBody_address_maxLength = 400
export const InvoiceBody_email_maxLength = 999

export const InvoiceDecision_ids_maxItems = 200
export const InvoiceDecision_number_maxLength = 50

export const Login_email_minLength = 1
export const Login_email_maxLength = 999

export const LoginCode_code_minLength = 1
export const LoginCode_code_maxLength = 40

export const MakeApiKey_name_minLength = 1
export const MakeApiKey_name_maxLength = 100
export const MakeApiKey_events_maxItems = 100

export const MakeCheckinKey_label_minLength = 1
export const MakeCheckinKey_label_maxLength = 100

export const MeetingPlace_venueAddress_minLength = 1
export const MeetingPlace_venueAddress_maxLength = 100

export const MemberChange_businessField_maxLength = 255
export const MemberChange_position_maxLength = 255

export const MessageChange_subject_minLength = 1
export const MessageChange_subject_maxLength = 255

export const NewCodes_count_minimum = 1
export const NewCodes_count_maximum = 500
export const NewCodes_maxUses_minimum = -1
export const NewCodes_maxUses_maximum = 1_000_000

export const NewComment_text_minLength = 1
export const NewComment_text_maxLength = 2000

export const NewDataRequest_content_maxLength = 1000

export const NewEmailInvitations_people_maxItems = 100

export const NewGroupRequest_name_minLength = 1
export const NewGroupRequest_name_maxLength = 255
export const NewGroupRequest_message_maxLength = 500

export const NewJoinRequest_message_maxLength = 500
export const NewJoinRequest_businessField_maxLength = 255
export const NewJoinRequest_position_maxLength = 255

export const NewMembers_userIds_maxItems = 100

export const NewMessage_subject_minLength = 1
export const NewMessage_subject_maxLength = 255

export const NewParticipant_fullName_minLength = 1
export const NewParticipant_fullName_maxLength = 999
export const NewParticipant_email_maxLength = 999
export const NewParticipant_phone_maxLength = 99
export const NewParticipant_company_maxLength = 999
export const NewParticipant_invitationCode_maxLength = 255

export const NewPayment_amount_minimum = 1
export const NewPayment_amount_maximum = 9_999_999_999_999

export const NewPerson_fullName_minLength = 1
export const NewPerson_fullName_maxLength = 999
export const NewPerson_phone_maxLength = 99
export const NewPerson_email_maxLength = 999
export const NewPerson_company_maxLength = 999

export const NewPlanUsers_userIds_maxItems = 500

export const NewPoint_buyerName_maxLength = 255
export const NewPoint_value_minimum = 1
export const NewPoint_value_maximum = 9_999_999_999_999
export const NewPoint_note_maxLength = 1000

export const NewPost_text_maxLength = 10_000
export const NewPost_images_maxItems = 10

export const NewReport_reason_minLength = 1
export const NewReport_reason_maxLength = 500

export const NewSeries_title_minLength = 1
export const NewSeries_title_maxLength = 255
export const NewSeries_days_maxItems = 52

export const NewTicket_name_minLength = 1
export const NewTicket_name_maxLength = 255
export const NewTicket_description_maxLength = 2000
export const NewTicket_price_maximum = 9_999_999_999_999
export const NewTicket_quantity_minimum = -1
export const NewTicket_quantity_maximum = 1_000_000

export const OwnCode_code_minLength = 1
export const OwnCode_code_maxLength = 40

export const PageSettingsChange_slug_maxLength = 40
export const PageSettingsChange_name_maxLength = 100

export const ParticipantDetails_country_maxLength = 255
export const ParticipantDetails_role_maxLength = 255
export const ParticipantDetails_note_maxLength = 2000
export const ParticipantDetails_invitedBy_maxLength = 255
export const ParticipantDetails_identificationNumber_maxLength = 255
export const ParticipantDetails_taxNumber_maxLength = 255

export const ParticipantDetailsChange_country_maxLength = 255
export const ParticipantDetailsChange_role_maxLength = 255
export const ParticipantDetailsChange_note_maxLength = 2000
export const ParticipantDetailsChange_invitedBy_maxLength = 255
export const ParticipantDetailsChange_identificationNumber_maxLength = 255
export const ParticipantDetailsChange_taxNumber_maxLength = 255

export const PaymentSettings_accountNumber_maxLength = 19
export const PaymentSettings_accountHolderName_maxLength = 100
export const PaymentSettings_bankName_maxLength = 100
export const PaymentSettings_paymentDays_minimum = 1
export const PaymentSettings_paymentDays_maximum = 60

export const PaymentSettingsChange_accountNumber_maxLength = 19
export const PaymentSettingsChange_accountHolderName_maxLength = 100
export const PaymentSettingsChange_bankName_maxLength = 100
export const PaymentSettingsChange_paymentDays_minimum = 1
export const PaymentSettingsChange_paymentDays_maximum = 60

export const PersonalPlanChange_eventLimit_minimum = -1
export const PersonalPlanChange_eventLimit_maximum = 1_000_000
export const PersonalPlanChange_maxAttendeesPerEvent_minimum = -1
export const PersonalPlanChange_maxAttendeesPerEvent_maximum = 1_000_000
export const PersonalPlanChange_groupLimit_minimum = -1
export const PersonalPlanChange_groupLimit_maximum = 1_000_000
export const PersonalPlanChange_maxMembersPerGroup_minimum = -1
export const PersonalPlanChange_maxMembersPerGroup_maximum = 1_000_000

export const PersonalPlanTerms_eventLimit_minimum = -1
export const PersonalPlanTerms_eventLimit_maximum = 1_000_000
export const PersonalPlanTerms_maxAttendeesPerEvent_minimum = -1
export const PersonalPlanTerms_maxAttendeesPerEvent_maximum = 1_000_000
export const PersonalPlanTerms_groupLimit_minimum = -1
export const PersonalPlanTerms_groupLimit_maximum = 1_000_000
export const PersonalPlanTerms_maxMembersPerGroup_minimum = -1
export const PersonalPlanTerms_maxMembersPerGroup_maximum = 1_000_000

export const PlanOffer_baseName_maxLength = 255
export const PlanOffer_price_maximum = 9_999_999_999_999
export const PlanOffer_duration_minimum = 1
export const PlanOffer_duration_maximum = 120
export const PlanOffer_numberOfPackages_minimum = -1
export const PlanOffer_numberOfPackages_maximum = 1_000_000

export const PlanOfferChange_baseName_maxLength = 255
export const PlanOfferChange_price_maximum = 9_999_999_999_999
export const PlanOfferChange_duration_minimum = 1
export const PlanOfferChange_duration_maximum = 120
export const PlanOfferChange_numberOfPackages_minimum = -1
export const PlanOfferChange_numberOfPackages_maximum = 1_000_000

export const PointReason_reason_minLength = 1
export const PointReason_reason_maxLength = 500

export const PostChange_text_maxLength = 10_000
export const PostChange_images_maxItems = 10

export const PostDecision_reason_maxLength = 500

export const PracticeScan_code_minLength = 1
export const PracticeScan_code_maxLength = 200

export const PrizeBody_name_minLength = 1
export const PrizeBody_name_maxLength = 200
export const PrizeBody_quantity_minimum = 1
export const PrizeBody_quantity_maximum = 10_000

export const ProgrammeItem_day_minimum = 1
export const ProgrammeItem_day_maximum = 31
export const ProgrammeItem_title_maxLength = 120
export const ProgrammeItem_note_maxLength = 500
export const ProgrammeItem_speakers_maxItems = 10

export const PushSubscription_endpoint_maxLength = 2048

export const PushSubscriptionKeys_p256dh_maxLength = 87
export const PushSubscriptionKeys_auth_maxLength = 22

export const Question_id_maxLength = 64
export const Question_question_maxLength = 1000
export const Question_choices_maxItems = 100

export const RefundDecision_ids_maxItems = 200
export const RefundDecision_reason_maxLength = 500

export const Register_fullName_minLength = 1
export const Register_fullName_maxLength = 999
export const Register_email_maxLength = 999
export const Register_phone_minLength = 1
export const Register_phone_maxLength = 99
export const Register_company_minLength = 1
export const Register_company_maxLength = 999
export const Register_password_minLength = 8
export const Register_password_maxLength = 128

export const RegisterBody_fullName_minLength = 1
export const RegisterBody_fullName_maxLength = 999
export const RegisterBody_email_maxLength = 999
export const RegisterBody_phone_maxLength = 99
export const RegisterBody_company_maxLength = 999

export const RemoveSecondFactor_code_minLength = 1
export const RemoveSecondFactor_code_maxLength = 40

export const ResetPassword_password_minLength = 8
export const ResetPassword_password_maxLength = 128

export const RetentionBody_documentsReason_minLength = 1
export const RetentionBody_documentsReason_maxLength = 500

export const RevealAnswer_questionId_minLength = 1
export const RevealAnswer_questionId_maxLength = 64

export const ReviewBody_ids_maxItems = 100
export const ReviewBody_reason_maxLength = 500

export const Speaker_name_maxLength = 100
export const Speaker_role_maxLength = 120
export const Speaker_bio_maxLength = 600

export const Sponsor_name_maxLength = 100
export const Sponsor_website_maxLength = 500

export const StatementMapping_moreText_maxItems = 5

export const SurplusDecision_amount_minimum = 1
export const SurplusDecision_note_maxLength = 500

export const Switch_ids_maxItems = 5000

export const TicketChange_name_minLength = 1
export const TicketChange_name_maxLength = 255
export const TicketChange_description_maxLength = 2000
export const TicketChange_price_maximum = 9_999_999_999_999
export const TicketChange_quantity_minimum = -1
export const TicketChange_quantity_maximum = 1_000_000
export const TicketChange_sortOrder_maximum = 10_000

export const TransferDecision_ids_maxItems = 200

export const UpdateAccount_fullName_minLength = 1
export const UpdateAccount_fullName_maxLength = 999
export const UpdateAccount_phone_minLength = 1
export const UpdateAccount_phone_maxLength = 99
export const UpdateAccount_country_maxLength = 999
export const UpdateAccount_email_maxLength = 999
export const UpdateAccount_company_minLength = 1
export const UpdateAccount_company_maxLength = 999
export const UpdateAccount_eventLimit_minimum = -1
export const UpdateAccount_dailyMails_maximum = 1_000_000

export const UpdateProfile_fullName_minLength = 1
export const UpdateProfile_fullName_maxLength = 999
export const UpdateProfile_phone_minLength = 1
export const UpdateProfile_phone_maxLength = 99
export const UpdateProfile_country_maxLength = 999
export const UpdateProfile_company_minLength = 1
export const UpdateProfile_company_maxLength = 999
export const UpdateProfile_identificationNumber_maxLength = 255
export const UpdateProfile_taxNumber_maxLength = 255
export const UpdateProfile_businessField_maxLength = 255
export const UpdateProfile_position_maxLength = 255

export const V1NewParticipant_fullName_minLength = 1
export const V1NewParticipant_fullName_maxLength = 999
export const V1NewParticipant_email_maxLength = 999
export const V1NewParticipant_phone_maxLength = 99
export const V1NewParticipant_company_maxLength = 999

export const V1Scan_code_minLength = 1
export const V1Scan_code_maxLength = 200
export const V1Scan_nonce_maxLength = 100
export const V1Scan_device_maxLength = 100

export const WebhookBody_url_minLength = 1
export const WebhookBody_url_maxLength = 2048

export const WebhookChange_url_minLength = 1
export const WebhookChange_url_maxLength = 2048
