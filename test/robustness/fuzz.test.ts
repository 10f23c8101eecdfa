import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveInOwnProcess } from '../harness/product/serve.ts';
import { createTemplate, startRelease } from '../harness/rest/plans.ts';
import { pickLength, seed, systemTestTimeoutMs } from '../harness/test-length.ts';
import { type GeneratedRequest, type OpenApiDocument, requestsOf } from './requests.ts';
import { createSender, runConcurrently, type SenderResponse } from './sender.ts';
import { fingerprint, idsIn, residentMemory } from './state.ts';

const { requests, batch, replayed } = pickLength({
  short: { requests: 1_000, batch: 250, replayed: 5 },
  long: { requests: 40_000, batch: 500, replayed: 10 },
});
/** The limit of the memory growth of the server after the first batch, in megabytes. */
const maxGrowthMb = 120;

const { rest, url, pid, output, database } = serveInOwnProcess();
let client: ReturnType<typeof createSender>;
let document: OpenApiDocument;
beforeAll(async () => {
  client = createSender(url());
  document = await rest.get<OpenApiDocument>('/openapi.json');
});
afterAll(() => client.close());

/** Creates objects of each kind, so that requests have targets. */
async function seedPlans(): Promise<void> {
  const plan = {
    Build: ['compile', { title: 'ask', type: 'rel.UserInputTask' }],
    Ship: [{ title: 'gate', type: 'rel.GateTask', conditions: [{ title: 'approved' }] }, 'deploy'],
  };
  const group = { title: 'both', type: 'rel.ParallelGroup', tasks: [{ title: 'one' }, { title: 'two' }] };
  const variables = [{ key: 'version', type: 'rel.StringVariable', value: '1', requiresValue: false }];
  await createTemplate(rest, { ...plan, Checks: [group] });
  await startRelease(rest, { Checks: [group], ...plan }, { variables });
  await rest.send('POST', '/folders/Applications', { title: `Folder ${Math.random()}` });
}

const cantParse = "Can't parse the following as a JSON object:\n";

/** Returns the error in a response, or null: no server errors, and refusals in one line of text. */
function findFault({ method }: GeneratedRequest, { status, type, text }: SenderResponse): string | null {
  if (status >= 500 && status !== 503) return 'a fault of the server';
  if (status < 300 || status === 304 || method === 'HEAD') return null;
  if (type === 'application/problem+json')
    return JSON.parse(text).status === status ? null : 'a problem of another status';
  if (type !== 'text/plain; charset=utf-8') return `a refusal as ${type}`;
  // rest-api.md, section Errors: a body that is not a JSON object is echoed
  return text.startsWith(cantParse) || /^[^\n]+\n$/.test(text) ? null : 'a refusal that is no line of text';
}

const shorten = (value: object): string => JSON.stringify(value).slice(0, 600);

/**
 * Checks that a refused request changes nothing. It repeats the check twice, because a timer can cause a concurrent
 * change.
 */
async function changesNothing(request: GeneratedRequest): Promise<boolean> {
  for (let attempt = 0; attempt < 3; attempt++) {
    const before = await fingerprint(database());
    const { status } = await client.send(request);
    if (status < 400 || before === (await fingerprint(database()))) return true;
  }
  return false;
}

/** Returns the logged errors. */
const loggedErrors = (): readonly string[] => output().match(/^.*"level":(?:50|60|"error"|"fatal").*$/gm) ?? [];

const resident = (): number => (process.platform === 'linux' ? residentMemory(pid()) : 0);

test('hostile requests cause no server error, change nothing when they are refused, and leak no memory', {
  timeout: systemTestTimeoutMs,
}, async () => {
  const statuses = new Map<number, number>();
  let initialMemory = 0;
  for (let number = 0; number * batch < requests; number++) {
    await seedPlans();
    const arbitrary = requestsOf(document, await idsIn(database()));
    const sent = await runConcurrently(16, fc.sample(arbitrary, { seed: seed + number, numRuns: batch }), client.send);
    const failures = sent.flatMap(([request, response]) => {
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      const reason = findFault(request, response);
      return reason === null ? [] : [`${reason}: ${shorten(request)} was answered ${shorten(response)}`];
    });
    expect({ seed, found: failures, faults: loggedErrors() }).toEqual({ seed, found: [], faults: [] });
    const refused = sent.filter(([, { status }]) => status >= 400).map(([request]) => request);
    for (const request of refused.slice(0, replayed)) {
      expect([seed, shorten(request), await changesNothing(request)]).toEqual([seed, shorten(request), true]);
    }
    if (number === 0) initialMemory = resident();
  }
  const succeeded = [...statuses]
    .filter(([status]) => status >= 200 && status < 300)
    .reduce((sum, [, count]) => sum + count, 0);
  // Most requests must get past the first checks, or this tests nothing.
  expect(succeeded / requests).toBeGreaterThan(0.2);
  expect(statuses.get(0) ?? 0).toBeLessThan(requests / 10);
  expect(resident() - initialMemory).toBeLessThan(maxGrowthMb);
});
