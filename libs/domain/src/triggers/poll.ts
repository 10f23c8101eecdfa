import type { Properties } from '../configurations/properties.ts';
import { clip, Invalid } from '../model/errors.ts';
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
const mostKept = 32_768;

/** What a script has left, in the shapes that are kept. Throws Invalid. */
export function polledState(left: Readonly<Record<string, Json>>, names: readonly string[]): PolledState {
  const { [stateName]: state = null } = left;
  const text = typeof state === 'string' ? state : state === null ? '' : JSON.stringify(state);
  if (text.length > mostKept) throw new Invalid(`${stateName}: expected at most ${mostKept} characters`);
  const values = Object.fromEntries(
    names.map((name): [string, VariableValue] => [name, asVariable(left[name] ?? null)]),
  );
  if (JSON.stringify(values).length > mostKept) {
    throw new Invalid(`the variables of the trigger have more than ${mostKept} characters together`);
  }
  return { state: text === '' ? null : text, values };
}

/** Lists and maps contain texts; deeper values become JSON. */
function asVariable(value: Json): VariableValue {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(textIn);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, textIn(member)]));
}

const textIn = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Whether two pollers look at the same: another secret is only another way there. */
export const looksAtSame = (one: Poller, other: Poller): boolean =>
  one.pollerType === other.pollerType && isSame(one.properties, other.properties);

/** Whatever the order of members, which no database keeps. */
function isSame(one: Json | undefined, other: Json | undefined): boolean {
  if (Array.isArray(one)) {
    return Array.isArray(other) && one.length === other.length && one.every((each, at) => isSame(each, other[at]));
  }
  if (!isObject(one) || !isObject(other)) return one === other;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  );
}

/** Why a poll has failed, in a sentence that the ledger of its trigger keeps. */
export function failedPoll(reason: string, printed: string): Invalid {
  const whole = printed.trim();
  const last = whole.slice(whole.lastIndexOf('\n') + 1);
  return new Invalid(
    `the poll has failed: ${reason.replace(/\.$/, '')}${last === '' ? '' : `; it printed: ${clip(last)}`}`,
  );
}
