export {
  type Decision,
  decide,
  isSuppressed,
  type NotifiedEvent,
  type NotifiedUser,
  notificationLevels,
  type Selection,
  selectRecipients,
} from './decide.ts';
export { eventFacts, eventLine, messageSubject, type OccurredEvent, subjectTitle } from './event-text.ts';
export { matchesFilter } from './filter.ts';
export {
  type DueDelivery,
  groupMessages,
  messageIntervalMs,
  type SentChannel,
} from './group-messages.ts';
export { isTimeZone } from './local-time.ts';
export { stillApplies } from './obsolete.ts';
export { adminTeam, type Directory, parseRecipient } from './recipients.ts';
export { disableAfterMs, parseRetryAfter, retryDelay } from './retry-plan.ts';
export {
  groupingMs,
  type SendSchedule,
  sendTimeOf,
} from './send-time.ts';
export {
  type ChannelModes,
  defaultPreferences,
  defaultRule,
  digestFrequencies,
  type EventFilter,
  type NotificationPreferences,
  type NotificationRule,
  notificationModes,
  type RuleRecipient,
  type UserChannel,
  userChannels,
  weekdays,
} from './settings.ts';
export { renderTemplate } from './template-text.ts';
