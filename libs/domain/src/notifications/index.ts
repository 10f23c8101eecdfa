export { eventFacts, eventLine, messageSubject, type OccurredEvent, subjectTitle } from './event-text.ts';
export {
  type DueDelivery,
  groupMessages,
  messageIntervalMs,
  type SentChannel,
  sentChannels,
} from './group-messages.ts';
export { stillApplies } from './obsolete.ts';
export { disableAfterMs, parseRetryAfter, retryDelay } from './retry-plan.ts';
export { renderTemplate } from './template-text.ts';
