export { type EventWait, findWaitingTasks, readTriggerSource } from './event-waits.ts';
export { claimUnprocessedEvents, readUnprocessedEvents, recordTimeout, storeEventResults } from './process-events.ts';
export {
  deleteExpiredReceivedEvents,
  type EventResult,
  findReceivedEvent,
  listReceivedEvents,
  type ReceivedEventView,
  type ReceivedRequest,
  replayReceivedEvent,
  storeReceivedEvent,
  storeVerdict,
  type UnprocessedEvent,
} from './received-events.ts';
