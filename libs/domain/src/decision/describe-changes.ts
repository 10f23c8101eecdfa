import { clip, truncate } from '../model/errors.ts';
import { isSealed, passwordMask } from '../model/variable.ts';
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

/** `scheduledStartDate` as `scheduled start date`. */
const fieldWords = (field: string): string => field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

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
function lineOf(field: string, value: unknown): string {
  if (typeof value === 'number' && /Date$/.test(field)) return `${new Date(value).toISOString().slice(0, -5)}Z`;
  if (typeof value === 'number' && durationFields.has(field)) return `${value} s`;
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

function shownValue({ field, isSecret }: Change, value: unknown, from: number): string {
  if (isEmptyValue(value)) return 'nothing';
  if (isSecret || containsSecret(value)) return passwordMask;
  const part = partOf(lineOf(field, value), from);
  return typeof value === 'string' || Array.isArray(value) ? `'${part}'` : part;
}

function sentence(change: Change): string {
  const { field, before, after } = change;
  if (before === undefined) return `${fieldWords(field)} to ${shownValue(change, after, 0)}`;
  const from = commonStart(lineOf(field, before), lineOf(field, after));
  return `${fieldWords(field)} from ${shownValue(change, before, from)} to ${shownValue(change, after, from)}`;
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

/** The first parts of an entry, and how many more there are. */
function limitParts(parts: readonly string[]): string {
  const more = parts.length - maxNamed;
  return [...parts.slice(0, maxNamed), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}

/** Whether a script wrote the values. Some of them may be readable for scripts only. */
const isOfScript = ({ caller, byScript, scriptAuthor }: DecisionContext): boolean =>
  caller === null || byScript || scriptAuthor !== undefined;

/** The changed fields of an update, for the log. Values that a script writes are left out: they may contain secrets. */
export const changeDescription = (
  decision: DecisionContext,
  before: object,
  changes: object,
  secrets = passwordFields,
): string => {
  if (!isOfScript(decision)) return describeChanges(before, changes, secrets);
  return limitParts(changedFields(before, changes).map(({ field }) => fieldWords(field)));
};

/**
 * The fields of `changes` that differ from `before`, in words with their old and new values, such as
 * `title from 'Build' to 'Build it', owner from nothing to 'bob'`. A field that `before` does not have is named with its
 * new value. The values of `secrets` and what is sealed are masked. Long values are cut to
 * where they differ. Returns an empty text for no change.
 */
export function describeChanges(before: object, changes: object, secrets = passwordFields): string {
  const all = changedFields(before, changes, secrets);
  return limitParts(all.map(sentence));
}
