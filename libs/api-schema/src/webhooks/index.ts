export { type ReceivedEventResponse, receivedEventResponse, showReceivedEvent } from './received-event.ts';
export {
  eventValuesResponse,
  type SenderEventResponse,
  type SenderResponse,
  senderResponse,
  showSender,
} from './sender.ts';
