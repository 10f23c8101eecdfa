import type { Properties } from '../configurations/properties.ts';
import { type Message, message } from '../messages/message.ts';
import { Invalid } from '../model/errors.ts';
import { isObject, type Json } from '../model/json.ts';
import type { VariableValue } from '../model/variable.ts';

/** The configuration of a poll trigger, whose plugin script returns a state. */
export interface Poller {
  /** the plugin type that contains the script */
  readonly pollerType: string;
  /** the input of the script; secrets are replaced by masks */
  readonly properties: Properties;
  /** the encrypted secrets, by the JSON pointer of their property: `/password` */
  readonly secrets: Readonly<Record<string, string>>;
}

/** The variable in which a script reads its previous state and returns the next one. */
export const stateName = 'triggerState';

/** The result of a poll. */
export interface PolledState {
  /** null: the state is unknown, and nothing changes */
  readonly state: string | null;
  /** the values that the script has set for the variables of its type; the texts of the trigger can use them */
  readonly values: Readonly<Record<string, VariableValue>>;
}

/** The effect of a poll: nothing, the initial state, or a release. */
export type PollResult = 'same' | 'first' | 'changed';

/** Returns the effect of a polled state. `before` is the recorded state, or null. */
export function resultOfPoll(before: string | null, { state }: PolledState): PollResult {
  if (state === null || state === before) return 'same';
  return before === null ? 'first' : 'changed';
}

/** The maximum length of a state, and of all variables together, in characters. */
const maxStateLength = 32_768;

/** Converts the output of a script to its stored form. Throws Invalid. */
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

/** Whether two pollers poll the same object. Secrets are ignored, because they only affect the access to it. */
export const pollsSameObject = (a: Poller, b: Poller): boolean =>
  a.pollerType === b.pollerType && isSame(a.properties, b.properties);

/** Compares JSON values regardless of the order of members, which the database does not keep. */
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

/**
 * Returns the error of a failed poll for the run history of its trigger, with the last line that the script printed.
 */
export function pollError(problem: Message, printed: string): Invalid {
  const trimmed = printed.trim();
  const output = trimmed.slice(trimmed.lastIndexOf('\n') + 1);
  return new Invalid(
    output === ''
      ? message('trigger.pollFailed', { problem })
      : message('trigger.pollFailedWithOutput', { problem, output }),
  );
}
