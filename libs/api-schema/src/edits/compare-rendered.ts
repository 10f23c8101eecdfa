type Members = Readonly<Record<string, unknown>>;

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null && !isList(value);

/** Lists of objects with ids. The server reads only some of their members in a request. */
const listsOfParts: ReadonlySet<string> = new Set([
  'phases',
  'tasks',
  'conditions',
  'dependencies',
  'links',
  'variables',
]);

/**
 * Quickly compares a plan, phase or task in a request with the response that the client has read. Returns true if all
 * members in the request are equal, and no list has a different length. After false, a full comparison is required,
 * which takes far longer.
 */
export function equalsRendered(requested: object, rendered: object): boolean {
  for (const [name, value] of Object.entries(requested)) {
    const renderedValue: unknown = Reflect.get(rendered, name);
    if (
      listsOfParts.has(name)
        ? !equalsRenderedParts(value, renderedValue)
        : !equalsRenderedValue(value, renderedValue, name)
    )
      return false;
  }
  return true;
}

function equalsRenderedParts(requested: unknown, rendered: unknown): boolean {
  if (requested === undefined) return true;
  if (!isList(requested) || !isList(rendered) || requested.length !== rendered.length) return false;
  return requested.every((item, index) => {
    const renderedItem = rendered[index];
    return isMembers(item) && isMembers(renderedItem)
      ? equalsRendered(item, renderedItem)
      : equalsRenderedValue(item, renderedItem, '');
  });
}

/**
 * Compares a value with its rendered form. Parsing changes values: a date becomes a number, and an empty duration
 * becomes absent.
 */
function equalsRenderedValue(requested: unknown, rendered: unknown, name: string): boolean {
  if (requested === rendered || requested === undefined) return true;
  if (requested === null) return rendered === undefined || (name === 'plannedDuration' && rendered === 0);
  if (typeof requested === 'number' && typeof rendered === 'string') return Date.parse(rendered) === requested;
  if (isList(requested)) {
    return (
      isList(rendered) &&
      requested.length === rendered.length &&
      requested.every((item, index) => equalsRenderedValue(item, rendered[index], ''))
    );
  }
  if (!isMembers(requested) || !isMembers(rendered)) return false;
  const names = Object.keys(rendered).filter((item) => rendered[item] !== undefined);
  return (
    names.every((item) => item in requested) &&
    Object.keys(requested).every((item) => equalsRenderedValue(requested[item], rendered[item], ''))
  );
}
