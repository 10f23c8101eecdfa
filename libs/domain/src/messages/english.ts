import en from './en.json' with { type: 'json' };
import type { Message } from './message.ts';
import { type Language, renderText } from './render.ts';

export const english: Language = { catalog: en, tag: 'en' };

/** Renders a message as one line of English, for REST and scripts. */
export const textOf = (message: Message): string => renderText(message, english) ?? message.code;
