import { setImmediate as turnOfOthers } from 'node:timers/promises';

/** How long writing goes on before others have their turn, in milliseconds. */
const longestTurnMs = 10;

/** Whether something is a list of whole plans, which may be a thousand times as long as other lists. */
const holdsPlans = (value: unknown): value is readonly object[] =>
  Array.isArray(value) && value.length > 1 && typeof value[0] === 'object' && 'phases' in value[0];

/** Whether something has a list of whole plans in a member of a member, as a full search answers two. */
const isPage = (value: unknown, depth = 0): value is object =>
  holdsPlans(value) ||
  (depth < 2 &&
    typeof value === 'object' &&
    value !== null &&
    ('live' in value || 'releases' in value) &&
    Object.values(value).some((member) => isPage(member, depth + 1)));

/** The parts of a page as JSON: each plan, and what stands between plans. */
function* partsOf(value: object): Generator<string> {
  if (holdsPlans(value)) {
    for (const [index, plan] of value.entries()) yield (index === 0 ? '[' : ',') + JSON.stringify(plan);
    yield ']';
    return;
  }
  let before = '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    if (isPage(member, 1)) yield* partsOf(member);
    else yield JSON.stringify(member);
    before = ',';
  }
  yield '}';
}

/**
 * An answer as JSON. A page of whole plans may have 60 MB of text, and writing it in one go would hold up everybody
 * else: it is written plan by plan, and others have their turn in between.
 */
export async function writeJson(value: unknown): Promise<string | Buffer> {
  if (!isPage(value)) return JSON.stringify(value);
  const written: Buffer[] = [];
  let end = performance.now() + longestTurnMs;
  for (const part of partsOf(value)) {
    written.push(Buffer.from(part));
    if (performance.now() < end) continue;
    await turnOfOthers();
    end = performance.now() + longestTurnMs;
  }
  return Buffer.concat(written);
}
