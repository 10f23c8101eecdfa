export { textOf } from './english.ts';
export {
  type Message,
  message,
  messageList,
  type NameIn,
  noneOfKindsMessage,
  type ObjectKind,
  plainText,
} from './message.ts';
export {
  type Catalog,
  type Language,
  type MessagePart,
  renderParts,
  type UncheckedMessage,
} from './render.ts';
export { limitedWarnings, type Warn, warnAt } from './warnings.ts';
