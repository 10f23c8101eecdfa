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
export { attemptPageResponse, ledgerPageResponse, showAttempt, showNotificationDelivery } from './ledger.ts';
