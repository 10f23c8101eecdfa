export { type Candidate, type CandidateQuery, readCandidates } from './candidates.ts';
export { muteObject, switchOffMails } from './change-preferences.ts';
export { claimEvents, type PendingEvent } from './claim-events.ts';
export { type ClaimedDelivery, type ClaimedMessage, claimMessages } from './claim-messages.ts';
export { type EventObjects, readEventObjects, type SubscriptionRow } from './event-objects.ts';
export {
  addEventSubscription,
  type EventSubscription,
  type EventSubscriptionView,
  findEventSubscription,
  listEventSubscriptions,
  lockEventSubscription,
  removeEventSubscription,
  updateEventSubscription,
} from './event-subscriptions.ts';
export {
  countFollowed,
  listFollowed,
  maxFollowed,
  readFollowed,
  saveFollowed,
} from './followed.ts';
export {
  changeInboxEntry,
  changeWholeInbox,
  type InboxChange,
  type InboxEntry,
  type InboxState,
  listInbox,
  readUnread,
} from './inbox.ts';
export { insertDeliveries, type NewDelivery, type NewInboxEntry } from './insert-deliveries.ts';
export { deleteExpiredAttempts, deleteExpiredDeliveries, maintainNotificationMonths } from './ledger-retention.ts';
export {
  type MessageFacts,
  readMessageFacts,
  type StoredReceiver,
} from './message-facts.ts';
export { findEvent, listReleaseEvents, readDeliveries } from './read-events.ts';
export {
  isLedgerCursor,
  type LedgerFilter,
  readAttempts,
  readLedger,
  replayableStates,
  replayDeliveries,
} from './read-ledger.ts';
export {
  disableReceiver,
  pauseReceiver,
  recordHardBounce,
  recordMailAccepted,
  recordReceiverFailure,
  recordReceiverSuccess,
  reserveRequest,
} from './receiver-state.ts';
export { deleteExpiredEntries, deleteExpiredEvents, deleteLostFollowed, noteExpiringTokens } from './retention.ts';
export {
  lockPreferences,
  lockRules,
  readPreferences,
  readRuleScopes,
  savePreferences,
  saveRules,
} from './settings.ts';
export {
  type DeliveryResult,
  type MessageAttempt,
  postponeDeliveries,
  storeDeliveryResults,
} from './store-results.ts';
export { readRecentEvents, readTemplateScopes, saveTemplates } from './templates.ts';
