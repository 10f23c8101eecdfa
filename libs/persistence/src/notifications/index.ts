export { type ClaimedDelivery, type ClaimedMessage, claimMessages } from './claim-messages.ts';
export {
  type MailRecipient,
  type MessageFacts,
  readMessageFacts,
  type StoredReceiver,
  type StoredTemplate,
} from './message-facts.ts';
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
  type DeliveryResult,
  type DeliveryState,
  deliveryStates,
  type MessageAttempt,
  postponeDeliveries,
  storeDeliveryResults,
} from './store-results.ts';
