export { muteObject, switchOffMails } from './change-preferences.ts';
export { type ClaimedDelivery, type ClaimedMessage, claimMessages } from './claim-messages.ts';
export {
  addEventSubscription,
  type EventSubscription,
  type EventSubscriptionView,
  findEventSubscription,
  listEventSubscriptions,
  removeEventSubscription,
  updateEventSubscription,
} from './event-subscriptions.ts';
export {
  type MessageFacts,
  readMessageFacts,
  type StoredReceiver,
  type StoredTemplate,
} from './message-facts.ts';
export {
  deliveryChannels,
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
export {
  deleteExpiredAttempts,
  deleteExpiredDeliveries,
  deleteExpiredEvents,
  maintainNotificationMonths,
} from './retention.ts';
export {
  type DeliveryResult,
  type DeliveryState,
  deliveryStates,
  type MessageAttempt,
  postponeDeliveries,
  storeDeliveryResults,
} from './store-results.ts';
