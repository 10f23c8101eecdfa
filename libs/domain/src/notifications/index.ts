export { type ArtifactDeployment, artifactDeploymentOf, cdEventPredicateOf } from './cd-events.ts';
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
export { matchesFilter } from './filter.ts';
export {
  type DueDelivery,
  groupMessages,
  messageIntervalMs,
  type SentChannel,
} from './group-messages.ts';
export { stillApplies } from './obsolete.ts';
export { adminTeam, type Directory, parseRecipient } from './recipients.ts';
export { disableAfterMs, parseRetryAfter, retryDelay } from './retry-plan.ts';
export {
  groupingMs,
  nextDigestAt,
  type SendSchedule,
  sendTimeOf,
} from './send-time.ts';
export {
  type ChannelModes,
  defaultPreferences,
  defaultRule,
  type EventFilter,
  type NotificationPreferences,
  type NotificationRule,
  type RuleRecipient,
} from './settings.ts';
export {
  canonicalLanguage,
  chooseTemplate,
  type NotificationTemplate,
  withoutRepeated,
} from './texts/choose-template.ts';
export { eventFacts, eventLine, messageSubject, type OccurredEvent, subjectTitle } from './texts/event-text.ts';
export { placeholders, renderTemplate, unknownPlaceholder } from './texts/template-text.ts';
