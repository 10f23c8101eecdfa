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

/** Returns the members of a response for a message. */
export const showMessage = (message: Message) => ({ sentence: textOf(message), ...showMessageData(message) });

/**
 * The data of a message. If a member `warnings` is a list of texts, `warningMessages` contains their data in the same
 * order.
 */
export const messageData = z.object(data).meta({ id: 'Message' });
export type MessageData = z.output<typeof messageData>;

export const showMessageData = ({ code, params }: Message) => ({ code, params });

/** Returns the texts of messages. */
export const showTexts = (messages: readonly Message[]): string[] => messages.map(textOf);
