export { eventFacts, eventLine, messageSubject, type OccurredEvent, subjectTitle } from './event-text.ts';
export {
  type DueDelivery,
  groupMessages,
  type MessageGroup,
  messageIntervalMs,
  type SentChannel,
  sentChannels,
} from './group-messages.ts';
export { type PresentState, stillApplies } from './obsolete.ts';
export { disableAfterMs, parseRetryAfter, retryDelay } from './retry-plan.ts';
export { type Placeholder, placeholders, renderTemplate, requirePlaceholders } from './template-text.ts';
