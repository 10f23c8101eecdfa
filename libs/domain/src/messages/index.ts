export { english, textOf } from './english.ts';
export { type Message, type MessageCode, message } from './message.ts';
export {
  formatMoment,
  type Language,
  type MessagePart,
  renderParts,
  renderText,
  type UncheckedMessage,
} from './render.ts';
