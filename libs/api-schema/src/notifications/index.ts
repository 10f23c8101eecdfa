export {
  type EventSubscriptionBody,
  type EventSubscriptionResponse,
  eventSubscriptionBody,
  eventSubscriptionResponse,
  type ReceiverTestResponse,
  type ReplayBody,
  receiverTestResponse,
  replayBody,
  replayResponse,
  showEventSubscription,
} from './event-subscription.ts';
export {
  explanationQuery,
  explanationResponse,
  type NotificationExplanationResponse,
  type ReleaseEventsResponse,
  releaseEventsQuery,
  releaseEventsResponse,
  showExplanation,
  showReleaseEvents,
} from './explanation.ts';
export {
  type FollowedBody,
  type FollowedResponse,
  type FollowedState,
  followedBody,
  followedResponse,
  followedStateResponse,
  showFollowed,
} from './followed.ts';
export {
  eventData,
  type InboxResponse,
  inboxChangeBody,
  inboxQuery,
  inboxResponse,
  showEventData,
  showInbox,
} from './inbox.ts';
export {
  type AttemptPageResponse,
  attemptPageResponse,
  type LedgerPageResponse,
  ledgerPageResponse,
  type NotificationDeliveryResponse,
  showAttempt,
  showNotificationDelivery,
} from './ledger.ts';
export {
  type MailStateResponse,
  type MailTestResponse,
  mailStateResponse,
  mailTestBody,
  mailTestResponse,
  showMailState,
} from './mail.ts';
export {
  type NotificationSettingsBody,
  type NotificationSettingsResponse,
  notificationSettingsBody,
  notificationSettingsResponse,
  showPreferences,
  timeOfDay,
  timeZone,
  toPreferences,
} from './preferences.ts';
export {
  eventTypeNames,
  type NotificationRulesBody,
  type NotificationRulesResponse,
  notificationRulesBody,
  notificationRulesResponse,
  showRules,
  toRules,
} from './rules.ts';
export {
  type NotificationTemplatesBody,
  type NotificationTemplatesResponse,
  notificationTemplatesBody,
  notificationTemplatesResponse,
  placeholdersResponse,
  type TemplatePreviewBody,
  type TemplatePreviewResponse,
  templatePreviewBody,
  templatePreviewResponse,
  toTemplates,
} from './templates.ts';
