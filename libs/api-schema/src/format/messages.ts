import { type Message, textOf } from '@slipway/domain/messages';
import { z } from 'zod';

/** The members of a response that contain a message: its text, and its data for clients that render it. */
export const messageResponse = {
  sentence: z.string(),
  code: z.string().describe('identifies the message, such as `reason.date`'),
  params: z
    .record(z.string(), z.unknown())
    .describe('the parameters of the message; ids are last segments, times are epoch milliseconds'),
};

/** A message as members of a response. */
export const showMessage = (message: Message) => ({
  sentence: textOf(message),
  code: message.code,
  params: message.params,
});
