import { type Message, message } from './message.ts';

/** A callback for warnings about parts of an input that are omitted or changed. */
export type Warn = (warning: Message) => void;

/** Returns a callback that puts a part of the input before each warning, such as `task 'Deploy': …`. */
export const warnAt =
  (warn: Warn, part: Message): Warn =>
  (warning) =>
    warn(message('warning.at', { part, warning }));

/** Returns the first warnings up to a limit, and a message with the number of the others. */
export const limitedWarnings = (
  warnings: readonly Message[],
  limit: number,
  toMore: (count: number) => Message,
): readonly Message[] =>
  warnings.length <= limit ? warnings : [...warnings.slice(0, limit), toMore(warnings.length - limit)];
