export { english, textOf } from './english.ts';
export { type Message, type ObjectKind, message, noneOfKindsMessage } from './message.ts';
export { type Catalog, type Language, type MessagePart, type UncheckedMessage, renderParts, renderText } from './render.ts';
