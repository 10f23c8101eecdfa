export { readTriggerSource } from './event-sources.ts';
export { type EventWait, tasksAwaiting } from './event-waits.ts';
export { forgetReceivedEvents } from './forget-received-events.ts';
export { claimUnprocessedEvents, countTimeout, eventsProcessed, unprocessedEvents } from './process-events.ts';
export { findReceivedEvent, listReceivedEvents, type ReceivedEventView } from './read-received-events.ts';
export {
  type EventResult,
  judgeReceivedEvent,
  replayReceivedEvent,
  type Sent,
  storeReceivedEvent,
  type UnprocessedEvent,
} from './received-events.ts';
