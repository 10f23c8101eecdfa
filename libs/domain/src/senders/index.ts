export { senders, senderWithId } from './catalog.ts';
export { describeEvent } from './describe-event.ts';
export { eventsIn, type RequestEvent } from './request-events.ts';
export { eventFieldNames, type Sender, type SenderEvent, senderIds } from './sender.ts';
