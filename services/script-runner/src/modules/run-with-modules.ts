import type { JobResult } from '../pool/child-pool.ts';
import type { Imports, Order } from '../pool/child-process.ts';
import type { ModuleStore } from './module-store.ts';

type RunOrder = Extract<Order, { readonly does: 'run' }>;

/**
 * The maximum number of repetitions of a run. Each import of a module by a computed name ends the run, which is
 * repeated with that module.
 */
const maxRounds = 100;
/** V8 compiles at least this number of characters per millisecond. */
const charactersPerMs = 10_000;

const failed = (message: string): JobResult['reply'] => ({ error: { type: 'ImportError', message, line: null } });
const tooManyModules = failed(`more than ${maxRounds} modules are imported by computed names`);
const moduleNotFound = failed('a module is imported that its jar does not have');
const timedOut = (ms: number): JobResult['reply'] => ({
  error: { type: 'Timeout', message: `the script took longer than ${ms} ms`, line: null },
});

/**
 * Runs a script that may import from these jars. A child returns the keys of missing modules, receives them with their
 * transitive imports, and caches them. All these runs share the time limit of one run. Throws the errors of `perform`,
 * and MissingModules.
 */
export async function runWithModules(
  store: ModuleStore,
  digests: readonly string[],
  order: RunOrder,
  perform: (order: RunOrder, extraMs: number) => Promise<JobResult>,
): Promise<JobResult> {
  if (digests.length === 0) return await perform(order, 0);
  let imports: Imports = { index: store.indexOf(digests), named: [], given: {} };
  let leftMs = order.timeMs;
  let ms = 0;
  for (let round = 0; round < maxRounds; round += 1) {
    const size = Object.values(imports.given).reduce((sum, { code }) => sum + code.length, 0);
    const result = await perform({ ...order, timeMs: leftMs, imports }, size / charactersPerMs);
    ms += result.ms;
    const { missing, error, ranMs = 0 } = result.reply ?? {};
    leftMs -= Math.ceil(ranMs);
    if (leftMs <= 0 || error?.type === 'Timeout') return { reply: timedOut(order.timeMs), isLate: false, ms };
    if (missing === undefined) return { ...result, ms };
    const named = [...new Set([...imports.named, ...missing])];
    if (named.length === imports.named.length) return { reply: moduleNotFound, isLate: false, ms };
    imports = { ...imports, named, given: await store.closure(named) };
  }
  return { reply: tooManyModules, isLate: false, ms };
}
