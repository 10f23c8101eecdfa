export { type Candidate, type CandidateQuery, readCandidates } from './candidates.ts';
export { muteObject, switchOffMails } from './change-preferences.ts';
export { claimEvents, type PendingEvent } from './claim-events.ts';
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
export { claimGroups } from './ledger/claim-groups.ts';
export { claimWebhooks } from './ledger/claim-webhooks.ts';
export type { ClaimedDelivery, ClaimedMessage, ClaimOptions } from './ledger/claimed-messages.ts';
export { endUndeliverable } from './ledger/end-undeliverable.ts';
export { insertDeliveries, type NewDelivery, type NewInboxEntry } from './ledger/insert-deliveries.ts';
export {
  isLedgerCursor,
  type LedgerFilter,
  readAttempts,
  readLedger,
  replayableStates,
  replayDeliveries,
} from './ledger/read-ledger.ts';
export { deleteExpiredAttempts, deleteExpiredDeliveries, maintainNotificationMonths } from './ledger/retention.ts';
export {
  type DeliveryResult,
  type MessageAttempt,
  storeDeliveryResults,
} from './ledger/store-results.ts';
export {
  type MessageFacts,
  readMessageFacts,
  type StoredReceiver,
} from './message-facts.ts';
export { findEvent, listReleaseEvents, readDeliveries } from './read-events.ts';
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
export { readRecentEvents, readTemplateScopes, saveTemplates } from './templates.ts';
