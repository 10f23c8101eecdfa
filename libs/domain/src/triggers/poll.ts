import type { Properties } from '../configurations/properties.ts';
import { type Message, message } from '../messages/message.ts';
import { Invalid } from '../model/errors.ts';
import { isObject, type Json } from '../model/json.ts';
import type { VariableValue } from '../model/variable.ts';

/** The type of a poll trigger, from a plugin, whose script returns a state. */
export interface Poller {
  /** the type of the plugin that brings the script along */
  readonly pollerType: string;
  /** what its script is given; masks stand in the places of secrets */
  readonly properties: Properties;
  /** these secrets, sealed, by where they belong: `/password` */
  readonly secrets: Readonly<Record<string, string>>;
}

/** The name under which a script finds the state that it has left before, and leaves the next one. */
export const stateName = 'triggerState';

/** What a poll has found. */
export interface PolledState {
  /** null: nothing is known, which changes nothing */
  readonly state: string | null;
  /** what the script has set of the variables of its type: the texts of the trigger may mention them */
  readonly values: Readonly<Record<string, VariableValue>>;
}

/** The effect of a poll: nothing, the initial state, or a release. */
export type PollResult = 'same' | 'first' | 'changed';

/** The effect of a polled state; `before` is the recorded state, or null. */
export function resultOfPoll(before: string | null, { state }: PolledState): PollResult {
  if (state === null || state === before) return 'same';
  return before === null ? 'first' : 'changed';
}

/** In characters, of a state and of all variables together. */
const maxStateLength = 32_768;

/** What a script has left, in the shapes that are kept. Throws Invalid. */
export function polledState(output: Readonly<Record<string, Json>>, names: readonly string[]): PolledState {
  const { [stateName]: state = null } = output;
  const text = typeof state === 'string' ? state : state === null ? '' : JSON.stringify(state);
  if (text.length > maxStateLength)
    throw new Invalid(message('field.maxCharacters', { field: stateName, max: maxStateLength }));
  const values = Object.fromEntries(
    names.map((name): [string, VariableValue] => [name, toVariableValue(output[name] ?? null)]),
  );
  if (JSON.stringify(values).length > maxStateLength) {
    throw new Invalid(message('trigger.variablesTooLong', { max: maxStateLength }));
  }
  return { state: text === '' ? null : text, values };
}

/** Lists and maps contain texts; deeper values become JSON. */
function toVariableValue(value: Json): VariableValue {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(toText);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toText(member)]));
}

const toText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Whether two pollers look at the same: another secret is only another way there. */
export const pollsSameObject = (a: Poller, b: Poller): boolean =>
  a.pollerType === b.pollerType && isSame(a.properties, b.properties);

/** Whatever the order of members, which no database keeps. */
function isSame(a: Json | undefined, b: Json | undefined): boolean {
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, at) => isSame(item, b[at]));
  }
  if (!isObject(a) || !isObject(b)) return a === b;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && isSame(a[name], b[name]))
  );
}

/** Why a poll has failed, in a sentence that the ledger of its trigger keeps. */
export function pollError(problem: Message, printed: string): Invalid {
  const trimmed = printed.trim();
  const output = trimmed.slice(trimmed.lastIndexOf('\n') + 1);
  return new Invalid(
    output === ''
      ? message('trigger.pollFailed', { problem })
      : message('trigger.pollFailedWithOutput', { problem, output }),
  );
}
