import { type Message, message } from './message.ts';

/** Receives the warnings about parts of an input that are left out or changed. */
export type Warn = (warning: Message) => void;

/** Puts a part of the input before each warning, such as `task 'Deploy': …`. */
export const warnAt =
  (warn: Warn, part: Message): Warn =>
  (warning) =>
    warn(message('warning.at', { part, warning }));

/** The first warnings up to a limit, and a message with the number of the others. */
export const limitedWarnings = (
  warnings: readonly Message[],
  limit: number,
  toMore: (count: number) => Message,
): readonly Message[] =>
  warnings.length <= limit ? warnings : [...warnings.slice(0, limit), toMore(warnings.length - limit)];
