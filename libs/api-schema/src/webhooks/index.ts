export { type ReceivedEventResponse, receivedEventResponse, showReceivedEvent } from './received-event.ts';
