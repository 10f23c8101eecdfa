export { textOf } from './english.ts';
export { type Message, message, noneOfKindsMessage, type ObjectKind } from './message.ts';
export {
  type Catalog,
  type Language,
  type MessagePart,
  renderParts,
  renderText,
  type UncheckedMessage,
} from './render.ts';
