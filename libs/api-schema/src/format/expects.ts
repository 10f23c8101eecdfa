import { type Message, plainText, textOf } from '@slipway/domain/messages';

/** The message of each text from `expects`, because an issue of a schema has only the text. */
const messages = new Map<string, Message>();

/** The error of a schema, as the options that the schema takes. */
export function expects(expectation: Message): { readonly error: string } {
  const error = textOf(expectation);
  messages.set(error, expectation);
  return { error };
}

/** The problem that a schema has reported as a text. The texts of the library stay as they are. */
export const problemOf = (reported: string): Message => messages.get(reported) ?? plainText(reported);
