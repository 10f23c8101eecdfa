export { deleteExpiredReceivedEvents } from './delete-expired-events.ts';
export { readTriggerSource } from './event-sources.ts';
export { type EventWait, findWaitingTasks } from './event-waits.ts';
export { claimUnprocessedEvents, readUnprocessedEvents, recordTimeout, storeEventResults } from './process-events.ts';
export { findReceivedEvent, listReceivedEvents, type ReceivedEventView } from './read-received-events.ts';
export {
  type EventResult,
  type ReceivedRequest,
  replayReceivedEvent,
  storeReceivedEvent,
  storeVerdict,
  type UnprocessedEvent,
} from './received-events.ts';
