import type { JobResult } from '../pool/child-pool.ts';
import type { Imports, Order } from '../pool/child-process.ts';
import type { ModuleStore } from './module-store.ts';

type Run = Extract<Order, { readonly does: 'run' }>;

/** Modules that a script may name by what it has computed: each ends a run, which is repeated with it. */
const mostRounds = 100;
/** Characters of code that V8 compiles in a millisecond, with a margin. */
const readInMs = 10_000;

const failed = (message: string): JobResult['reply'] => ({ error: { type: 'ImportError', message, line: null } });
const endless = failed(`more than ${mostRounds} modules are imported by computed names`);
const nowhere = failed('a module is imported that its jar does not have');
const late = (ms: number): JobResult['reply'] => ({
  error: { type: 'Timeout', message: `the script took longer than ${ms} ms`, line: null },
});

/**
 * Runs a script that may import from these jars. A child returns the missing modules, receives them with all that they
 * import in turn, and caches them; all these runs share the time limit of one. Throws the errors of `perform`, and
 * MissingModules.
 */
export async function runWithModules(
  store: ModuleStore,
  digests: readonly string[],
  order: Run,
  perform: (order: Run, moreMs: number) => Promise<JobResult>,
): Promise<JobResult> {
  if (digests.length === 0) return await perform(order, 0);
  let imports: Imports = { index: store.indexOf(digests), named: [], given: {} };
  let leftMs = order.timeMs;
  let ms = 0;
  for (let round = 0; round < mostRounds; round += 1) {
    const size = Object.values(imports.given).reduce((sum, { code }) => sum + code.length, 0);
    const done = await perform({ ...order, timeMs: leftMs, imports }, size / readInMs);
    ms += done.ms;
    const { missing, error, ranMs = 0 } = done.reply ?? {};
    leftMs -= Math.ceil(ranMs);
    if (leftMs <= 0 || error?.type === 'Timeout') return { reply: late(order.timeMs), isLate: false, ms };
    if (missing === undefined) return { ...done, ms };
    const named = [...new Set([...imports.named, ...missing])];
    if (named.length === imports.named.length) return { reply: nowhere, isLate: false, ms };
    imports = { ...imports, named, given: await store.closure(named) };
  }
  return { reply: endless, isLate: false, ms };
}
