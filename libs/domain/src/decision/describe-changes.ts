import { type Message, message } from '../messages/message.ts';
import { clip, truncate } from '../model/errors.ts';
import { isSealed } from '../model/variable.ts';
import type { DecisionContext } from './context.ts';

/** The maximum number of changed fields that are listed. The others are only counted. */
const maxNamed = 6;
/** The maximum length of a shown value, in characters. */
const maxShown = 60;
/** The maximum length of the shown common start of both values, in characters. */
const maxCommon = 12;

/** Fields that are derived from others, or that have their own log entries. */
const unlistedFields: ReadonlySet<string> = new Set([
  ...['uses', 'scriptAuthors', 'hasPrecondition', 'hasFailureHandler', 'hasAbortScript', 'scriptType', 'eventSource'],
  ...['scriptTokenId', 'scriptUserSetBy', 'attachments', 'conditions', 'dependencies', 'locked'],
]);
/** Fields whose members are compared separately. */
const compoundFields: ReadonlySet<string> = new Set([
  ...['properties', 'pythonScript', 'creation', 'variableMapping', 'externalVariableMapping'],
]);
/** `templateVariables` can contain passwords for another template. */
const passwordFields: ReadonlySet<string> = new Set(['scriptUserPassword', 'templateVariables']);
const durationFields: ReadonlySet<string> = new Set(['plannedDuration']);

type Fields = Readonly<Record<string, unknown>>;

/** A changed field. `before` is undefined if the old value is unknown. */
interface Change {
  readonly field: string;
  readonly isSecret: boolean;
  readonly before: unknown;
  readonly after: unknown;
}

const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEmptyValue = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0) || isSame(value, {});

/** Whether a value is or contains a secret. */
const containsSecret = (value: unknown): boolean =>
  typeof value === 'string'
    ? isSealed(value)
    : typeof value === 'object' && value !== null && Object.values(value).some(containsSecret);

/** Formats a member of an object in a list, such as `team: QA` or `four eyes`. */
function memberText([name, value]: readonly [string, unknown]): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return value === true ? words : `${words}: ${lineOf(value)}`;
}

/** Formats an object in a list as its members with a value, such as `count: 1, team: QA, four eyes`. */
const itemText = (item: Fields): string =>
  Object.entries(item)
    .filter(([, value]) => value !== false && !isEmptyValue(value))
    .map(memberText)
    .join(', ');

/** Formats a value as one line, without a limit. */
function lineOf(value: unknown): string {
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ');
  if (Array.isArray(value) && value.every(isFields)) return value.map(itemText).join('; ');
  return (typeof value === 'string' ? value : JSON.stringify(value)).replace(/\s+/g, ' ');
}

/** Returns the shown part of a line from a position on. */
function partOf(line: string, from: number): string {
  // do not start with the second half of a surrogate pair
  const start = /^[\uDC00-\uDFFF]/.test(line.slice(from, from + 1)) ? from - 1 : from;
  const visibleText = start === 0 ? line : `…${line.slice(start)}`;
  return clip(visibleText.length > maxShown ? `${truncate(visibleText, maxShown)}…` : visibleText);
}

/** Returns the length of the common start of both lines, minus its shown part. */
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

/** Returns the change of a field, or of each member of a compound field. */
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

function changedFields(
  before: object,
  changes: object,
  secrets = passwordFields,
  unlisted = unlistedFields,
): readonly Change[] {
  const old = new Map<string, unknown>(Object.entries(before));
  return Object.entries(changes)
    .filter(([field, value]) => !unlisted.has(field) && value !== undefined && !isSame(old.get(field), value))
    .flatMap(([field, after]) => changesOf({ field, isSecret: secrets.has(field), before: old.get(field), after }));
}

/** Returns messages for the first changes, and the number of the others. */
function limitChanges(
  changes: readonly Change[],
  toMessage: (change: Change) => Message,
  max = maxNamed,
): readonly Message[] {
  const count = changes.length - max;
  return [...changes.slice(0, max).map(toMessage), ...(count > 0 ? [message('change.more', { count })] : [])];
}

/** The maximum number of listed fields of one part in a comparison. */
const maxCompared = 20;
const noFields: ReadonlySet<string> = new Set();

/** Describes the fields that differ between two states of a part, with their old and new values, cut and masked. */
export const compareFields = (before: object, after: object): readonly Message[] =>
  limitChanges(changedFields(before, after, passwordFields, noFields), changeMessage, maxCompared);

/** A changed field with lines of text, such as a script. */
export interface TextChange {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** The maximum length of a compared text, in characters. */
const maxTextLength = 20_000;

const textOfValue = (value: unknown): string | null =>
  typeof value === 'string' ? value : isEmptyValue(value) ? '' : null;

/** Returns the whole texts of changed fields with several lines. Secrets and very long texts are left out. */
export const compareTexts = (before: object, after: object): readonly TextChange[] =>
  changedFields(before, after, passwordFields, noFields).flatMap((change): readonly TextChange[] => {
    const [old, text] = [textOfValue(change.before), textOfValue(change.after)];
    if (old === null || text === null || change.isSecret || [old, text].some(isSealed)) return [];
    const isShown = `${old}${text}`.includes('\n') && Math.max(old.length, text.length) <= maxTextLength;
    return isShown ? [{ field: clip(change.field), before: old, after: text }] : [];
  });

/** Whether a script wrote the values. Some of them can be readable for scripts only. */
const isOfScript = ({ caller, byScript, scriptAuthor }: DecisionContext): boolean =>
  caller === null || byScript || scriptAuthor !== undefined;

/**
 * Describes the fields of `changes` that differ from `before`, for the log. Each has its old and new value, such as
 * `title from 'Build' to 'Build it'`, or only its new value if `before` does not contain it. The values of `secrets`
 * and encrypted values are masked. Long values are cut to the part that differs. For changes of scripts, only the field
 * names are listed, because the values can contain secrets.
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
