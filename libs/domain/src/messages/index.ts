export { english, textOf } from './english.ts';
export {
  type Message,
  message,
  noneOfKindsMessage,
  type ObjectKind,
} from './message.ts';
export { type MessagePart, renderParts, type UncheckedMessage } from './render.ts';
