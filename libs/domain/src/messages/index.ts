export { english, textOf } from './english.ts';
export { type Message, message } from './message.ts';
export { type MessagePart, renderParts, type UncheckedMessage } from './render.ts';
