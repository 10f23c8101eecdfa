import { type Message, plainText, textOf } from '@slipway/domain/messages';

/** The messages by their texts, because an issue of a schema contains only the text. */
const messages = new Map<string, Message>();

/** Returns the error option for a schema, and registers its message. */
export function expects(expectation: Message): { readonly error: string } {
  const error = textOf(expectation);
  messages.set(error, expectation);
  return { error };
}

/** Returns the message for the text of an issue. Texts of the schema library become plain texts. */
export const problemOf = (reported: string): Message => messages.get(reported) ?? plainText(reported);
