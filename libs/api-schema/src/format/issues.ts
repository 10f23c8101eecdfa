import { type Message, plainText, textOf } from '@slipway/domain/messages';
import type { z } from 'zod';

/** The messages of schemas by their texts: zod stores the text of an issue only. */
const messagesByText = new Map<string, Message>();

/** The text of a message, as the error of a schema. `issueMessage` finds the message of this text. */
export function issueText(message: Message): string {
  const text = textOf(message);
  messagesByText.set(text, message);
  return text;
}

/** The message of an issue: the one of our schema, or the text of zod as plain text. */
export const issueMessage = ({ message: text }: Pick<z.core.$ZodIssue, 'message'>): Message =>
  messagesByText.get(text) ?? plainText(text.replace(/^Invalid input: /, ''));
