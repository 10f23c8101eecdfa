export { readTriggerSource } from './event-sources.ts';
export { type EventWait, findWaitingTasks } from './event-waits.ts';
export { deleteExpiredReceivedEvents } from './forget-received-events.ts';
export { claimUnprocessedEvents, recordTimeout, storeEventResults, readUnprocessedEvents } from './process-events.ts';
export { findReceivedEvent, listReceivedEvents, type ReceivedEventView } from './read-received-events.ts';
export {
  type EventResult,
  storeVerdict,
  replayReceivedEvent,
  type ReceivedRequest,
  storeReceivedEvent,
  type UnprocessedEvent,
} from './received-events.ts';
