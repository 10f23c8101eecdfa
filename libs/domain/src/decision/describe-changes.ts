import { type Message, message } from '../messages/message.ts';
import { clip, truncate } from '../model/errors.ts';
import { isSealed } from '../model/variable.ts';
import type { DecisionContext } from './context.ts';

/** More changed fields than this are only counted. */
const maxNamed = 6;
/** The part of a value that is shown, in characters. */
const maxShown = 60;
/** What is shown of the text that both values begin with, in characters. */
const maxCommon = 12;

/** Fields that follow from others, or that have entries of their own. */
const unlistedFields: ReadonlySet<string> = new Set([
  ...['uses', 'scriptAuthors', 'hasPrecondition', 'hasFailureHandler', 'hasAbortScript', 'scriptType', 'eventSource'],
  ...['scriptTokenId', 'scriptUserSetBy', 'attachments', 'conditions', 'dependencies', 'locked'],
]);
/** Fields whose members are compared one by one. */
const compoundFields: ReadonlySet<string> = new Set([
  ...['properties', 'pythonScript', 'creation', 'variableMapping', 'externalVariableMapping'],
]);
/** `templateVariables` may be values for passwords of another template. */
const passwordFields: ReadonlySet<string> = new Set(['scriptUserPassword', 'templateVariables']);
const durationFields: ReadonlySet<string> = new Set(['plannedDuration']);

type Fields = Readonly<Record<string, unknown>>;

/** A changed field. `before` is undefined where the old value is not known. */
interface Change {
  readonly field: string;
  readonly isSecret: boolean;
  readonly before: unknown;
  readonly after: unknown;
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEmptyValue = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0) || isSame(value, {});

/** Whether a secret is in this value or inside of it. */
const containsSecret = (value: unknown): boolean =>
  typeof value === 'string'
    ? isSealed(value)
    : typeof value === 'object' && value !== null && Object.values(value).some(containsSecret);

/** A value in one line, as long as it is. */
function lineOf(value: unknown): string {
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ');
  return (typeof value === 'string' ? value : JSON.stringify(value)).replace(/\s+/g, ' ');
}

/** The part of a line that is shown, from a position on. */
function partOf(line: string, from: number): string {
  // the second half of a pair is no character
  const start = /^[\uDC00-\uDFFF]/.test(line.slice(from, from + 1)) ? from - 1 : from;
  const visibleText = start === 0 ? line : `…${line.slice(start)}`;
  return clip(visibleText.length > maxShown ? `${truncate(visibleText, maxShown)}…` : visibleText);
}

/** The length of the text that both lines begin with, less the part of it that is shown. */
function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return Math.max(a.length, b.length) > maxShown ? Math.max(0, length - maxCommon) : 0;
}

function valueMessage({ field, isSecret }: Change, value: unknown, from: number): Message {
  if (isEmptyValue(value)) return message('value.none');
  if (isSecret || containsSecret(value)) return message('value.secret');
  if (typeof value === 'number' && /Date$/.test(field)) return message('value.time', { at: value });
  if (typeof value === 'number' && durationFields.has(field)) return message('value.duration', { seconds: value });
  const part = partOf(lineOf(value), from);
  return typeof value === 'string' || Array.isArray(value)
    ? message('quote.text', { text: part })
    : message('value.json', { json: part });
}

function changeMessage(change: Change): Message {
  const { before, after } = change;
  const field = clip(change.field);
  if (before === undefined) return message('change.to', { field, after: valueMessage(change, after, 0) });
  const from = commonStart(lineOf(before), lineOf(after));
  return message('change.fromTo', {
    field,
    before: valueMessage(change, before, from),
    after: valueMessage(change, after, from),
  });
}

/** The changes of a field, or of each member of a compound one. */
function changesOf({ field, isSecret, before, after }: Change): readonly Change[] {
  if (!compoundFields.has(field)) return [{ field, isSecret, before, after }];
  const [old, next] = [before, after].map((value) => (isFields(value) ? value : {}));
  const members = new Set([...Object.keys({ ...old }), ...Object.keys({ ...next })]);
  return [...members].flatMap((member) => {
    const isHidden = isSecret || passwordFields.has(member);
    const change = {
      field: member,
      isSecret: isHidden,
      before: before === undefined ? undefined : (old?.[member] ?? null),
      after: next?.[member] ?? null,
    };
    return isSame(old?.[member], next?.[member]) ? [] : changesOf(change);
  });
}

function changedFields(before: object, changes: object, secrets = passwordFields): readonly Change[] {
  const old = new Map<string, unknown>(Object.entries(before));
  return Object.entries(changes)
    .filter(([field, value]) => !unlistedFields.has(field) && value !== undefined && !isSame(old.get(field), value))
    .flatMap(([field, after]) => changesOf({ field, isSecret: secrets.has(field), before: old.get(field), after }));
}

/** The first changes as messages, and how many more there are. */
function limitChanges(changes: readonly Change[], toMessage: (change: Change) => Message): readonly Message[] {
  const count = changes.length - maxNamed;
  return [...changes.slice(0, maxNamed).map(toMessage), ...(count > 0 ? [message('change.more', { count })] : [])];
}

/** Whether a script wrote the values. Some of them may be readable for scripts only. */
const isOfScript = ({ caller, byScript, scriptAuthor }: DecisionContext): boolean =>
  caller === null || byScript || scriptAuthor !== undefined;

/**
 * The fields of `changes` that differ from `before`, for the log: each with its old and new value, such as
 * `title from 'Build' to 'Build it'`. A field that `before` does not have is named with its new value. The values of
 * `secrets` and what is sealed are masked. Long values are cut to where they differ. Values that a script writes are
 * left out: they may contain secrets.
 */
export function describeChanges(
  decision: DecisionContext,
  before: object,
  changes: object,
  secrets = passwordFields,
): readonly Message[] {
  const all = changedFields(before, changes, secrets);
  return isOfScript(decision)
    ? limitChanges(all, ({ field }) => message('change.field', { field: clip(field) }))
    : limitChanges(all, changeMessage);
}
