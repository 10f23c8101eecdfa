export { english, textOf } from './english.ts';
export { type Message, type ObjectKind, message, noneOfKindsMessage, plainText } from './message.ts';
export {
  type Catalog,
  type Language,
  type MessagePart,
  renderParts,
  renderText,
  type UncheckedMessage,
} from './render.ts';
export { type Warn, limitedWarnings, warnAt } from './warnings.ts';
