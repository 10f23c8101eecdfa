import { type Message, textOf } from '@slipway/domain/messages';
import { z } from 'zod';

const data = {
  code: z.string().describe('identifies the message, such as `reason.date`'),
  params: z
    .record(z.string(), z.unknown())
    .describe('the parameters of the message; ids are last segments, times are epoch milliseconds'),
};

/** The members of a response that contain a message: its text, and its data for clients that render it. */
export const messageResponse = { sentence: z.string(), ...data };

/** A message as members of a response. */
export const showMessage = (message: Message) => ({ sentence: textOf(message), ...showMessageData(message) });

/**
 * A message beside its text: where a member `warnings` is a list of texts, `warningMessages` contains their data in the
 * same order.
 */
export const messageData = z.object(data).meta({ id: 'Message' });
export type MessageData = z.output<typeof messageData>;

export const showMessageData = ({ code, params }: Message) => ({ code, params });

/** The texts of messages. */
export const showTexts = (messages: readonly Message[]): string[] => messages.map(textOf);
