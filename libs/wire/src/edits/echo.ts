type Members = Readonly<Record<string, unknown>>;

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null && !isList(value);

/** Lists of things with ids, of which a request reads only some members. */
const listsOfParts: ReadonlySet<string> = new Set([
  'phases',
  'tasks',
  'conditions',
  'dependencies',
  'links',
  'variables',
]);

/**
 * Whether a plan, phase or task in a request equals the response that the client has read, as far as a quick
 * comparison shows: each of its members is equal, and no list has another length. Other cases need a full comparison,
 * which takes far longer.
 */
export function echoes(sent: object, shown: object): boolean {
  for (const [name, value] of Object.entries(sent)) {
    const answered: unknown = Reflect.get(shown, name);
    if (listsOfParts.has(name) ? !echoesParts(value, answered) : !isEcho(value, answered, name)) return false;
  }
  return true;
}

function echoesParts(sent: unknown, shown: unknown): boolean {
  if (sent === undefined) return true;
  if (!isList(sent) || !isList(shown) || sent.length !== shown.length) return false;
  return sent.every((each, index) => {
    const other = shown[index];
    return isMembers(each) && isMembers(other) ? echoes(each, other) : isEcho(each, other, '');
  });
}

/** What is read is no longer as it was written: a date is a number then, and an empty duration nothing. */
function isEcho(sent: unknown, shown: unknown, name: string): boolean {
  if (sent === shown || sent === undefined) return true;
  if (sent === null) return shown === undefined || (name === 'plannedDuration' && shown === 0);
  if (typeof sent === 'number' && typeof shown === 'string') return Date.parse(shown) === sent;
  if (isList(sent)) {
    return isList(shown) && sent.length === shown.length && sent.every((each, index) => isEcho(each, shown[index], ''));
  }
  if (!isMembers(sent) || !isMembers(shown)) return false;
  const names = Object.keys(shown).filter((each) => shown[each] !== undefined);
  return names.every((each) => each in sent) && Object.keys(sent).every((each) => isEcho(sent[each], shown[each], ''));
}
