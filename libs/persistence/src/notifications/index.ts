export { type Candidate, type CandidateQuery, readCandidates } from './candidates.ts';
export { claimEvents, type PendingEvent } from './claim-events.ts';
export { type EventObjects, readEventObjects, type SubscriptionRow } from './event-objects.ts';
export { insertDeliveries, type NewDelivery, type NewInboxEntry } from './insert-deliveries.ts';
