import type { TriggerPatch } from '@slipway/domain/triggers';
import { addConfiguration } from '@slipway/persistence/configurations';
import { listRuns } from '@slipway/persistence/triggers';
import { claimUnprocessedEvents, findReceivedEvent } from '@slipway/persistence/webhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../engine.ts';
import { addEndpoint, openTestEnvironment, plan, type TestEnvironment, testUser } from '../testing.ts';
import type { EventScripts } from './event-context.ts';

let environment: TestEnvironment;
let engine: Engine;
let templateId: string;
const broken: string[] = [];
beforeAll(async () => {
  environment = await openTestEnvironment({ connections: 24 });
  engine = environment.engine({ onBroken: (_, id) => broken.push(id) });
  const variables = [{ key: 'a', type: 'StringVariable', requiresValue: false } as const];
  const draft = { ...plan({ Build: ['compile'] }), variables };
  const { release } = await engine.createTemplate(draft, 'Applications', testUser);
  templateId = release.id;
});
afterAll(() => environment.close());

const unexpected = () => Promise.reject(new Error('no script was expected'));
const never: EventScripts = { source: unexpected, filter: unexpected, languageOf: () => 'python' };

const endpoint = () => addEndpoint(environment.database, templateId);
const ledger = async (id: string) => (await listRuns(environment.database, id, { limit: 100, offset: 0 })).toReversed();
const results = async (id: string) => {
  const found = await findReceivedEvent(environment.database, [id]);
  return found?.processedAt === null ? 'unprocessed' : found?.results.map(({ outcome, reason }) => [outcome, reason]);
};
const expireLease = (id: string) =>
  environment.database.query({ text: 'update deliveries set lease_until = now() where id = $1' }, [id]);

test('an event without a listener is processed, and a refused one is not dispatched', async () => {
  const { listen, deliver } = await endpoint();
  const [quiet, refused] = [await deliver(), await deliver('{}', 'REFUSED')];
  expect([quiet.unprocessed, refused.unprocessed]).toEqual([false, false]);
  expect(await results(quiet.receivedEvent)).toEqual([]);
  await listen();
  const { receivedEvent } = await deliver('{}', 'REFUSED');
  await engine.processEvents([receivedEvent], never);
  expect(await results(receivedEvent)).toBe('unprocessed');
});

test('concurrent notifications of a delivery fire each trigger once', async () => {
  const { listen, deliver } = await endpoint();
  const ids = [await listen(), await listen({ title: 'Other' })];
  const { receivedEvent, unprocessed } = await deliver();
  expect(unprocessed).toBe(true);
  const engines = [engine, environment.engine(), environment.engine(), environment.engine()];
  await Promise.all(
    engines.flatMap((each) => [each.processEvents([receivedEvent], never), each.processEvents([receivedEvent], never)]),
  );
  expect(await results(receivedEvent)).toEqual([
    ['created', null],
    ['created', null],
  ]);
  for (const id of ids)
    expect((await ledger(id)).map(({ outcome, occasion }) => [outcome, occasion])).toEqual([
      ['created', receivedEvent],
    ]);
});

test('an abandoned event is found by one process at a time, and does not fire again', async () => {
  const { listen, deliver } = await endpoint();
  const id = await listen();
  const receivedEvents = [await deliver(), await deliver(), await deliver()].map(({ receivedEvent }) => receivedEvent);
  expect(await engine.processOverdueEvents(never)).toBe(0);
  await engine.processEvents([receivedEvents[0]!], never);
  // as if its process had crashed after firing and before recording it
  await environment.database.query({ text: 'update deliveries set processed_at = null where id = $1' }, [
    receivedEvents[0]!,
  ]);
  for (const each of receivedEvents) await expireLease(each);
  const counts = await Promise.all(
    [engine, environment.engine(), environment.engine()].map((each) => each.processOverdueEvents(never)),
  );
  expect(counts.reduce((sum, count) => sum + count)).toBe(3);
  expect((await ledger(id)).map(({ occasion }) => occasion).toSorted()).toEqual(receivedEvents.toSorted());
  for (const each of receivedEvents) expect(await results(each)).toEqual([['created', null]]);
  expect(await claimUnprocessedEvents(environment.database, 10)).toEqual([]);
});

test('an unavailable runner delays only the triggers that need it', async () => {
  const { listen, deliver } = await endpoint();
  const request = await listen({ eventFilter: { type: 'events.JythonEventFilter', expr: 'event.wanted' } });
  const well = await listen();
  const { receivedEvent } = await deliver('{"wanted": true}');
  await expect(engine.processEvents([receivedEvent], never)).rejects.toThrow('no script was expected');
  expect([broken, await results(receivedEvent), (await ledger(well)).length, (await ledger(request)).length]).toEqual([
    [request],
    'unprocessed',
    1,
    0,
  ]);
  await expireLease(receivedEvent);
  const filter: EventScripts['filter'] = async ({ inputs }) => ({
    wants: JSON.stringify(inputs.event) === '{"wanted":true}',
  });
  expect(await engine.processOverdueEvents({ ...never, filter })).toBe(1);
  expect(await results(receivedEvent)).toEqual([
    ['created', null],
    ['created', null],
  ]);
  expect([(await ledger(well)).length, (await ledger(request)).length]).toEqual([1, 1]);
});

test('a script that times out runs again with its event, at most three times, and delays no other trigger', async () => {
  const { listen, deliver } = await endpoint();
  const script = { type: 'events.JythonEventFilter', expr: 'slow' } as const;
  const [busy, endless, well] = [
    await listen({ eventFilter: script }),
    await listen({ eventFilter: script }),
    await listen(),
  ];
  const { receivedEvent } = await deliver();
  const runs = { [busy]: 0, [endless]: 0 };
  const filter: EventScripts['filter'] = async ({ owner }) => {
    runs[owner] = (runs[owner] ?? 0) + 1;
    return owner === busy && runs[owner] > 1 ? { wants: true } : { failed: 'it took too long', timedOut: true };
  };
  const made = async () => Promise.all([busy, endless, well].map(async (id) => (await ledger(id)).length));
  await expect(engine.processEvents([receivedEvent], { ...never, filter })).rejects.toThrow('attempt 1 of 3');
  expect([await results(receivedEvent), await made()]).toEqual(['unprocessed', [0, 0, 1]]);
  await expireLease(receivedEvent);
  // another process continues to count
  await environment.engine().processOverdueEvents({ ...never, filter });
  expect([await results(receivedEvent), await made()]).toEqual(['unprocessed', [1, 0, 1]]);
  await expireLease(receivedEvent);
  expect(await engine.processOverdueEvents({ ...never, filter })).toBe(1);
  const all = [await results(receivedEvent)].flat();
  expect(all.toSorted()).toEqual([
    ['created', null],
    ['created', null],
    ['failed', 'eventFilter: it took too long; attempts: 3'],
  ]);
  expect([await made(), runs[endless]]).toEqual([[1, 1, 1], 3]);
});

test('an event source that times out is run again', async () => {
  const { id: eventSource, listen, deliver } = await endpoint();
  const own = 'ConfigurationSlow';
  const empty = { folderId: null, properties: {}, secrets: {}, variableMapping: {}, path: null };
  await addConfiguration(environment.database, { id: own, ...empty, type: 'acme.Source', title: 'Slow', eventSource });
  for (const title of ['One', 'Two']) await listen({ title, eventSource: own });
  const { receivedEvent } = await deliver();
  const source: EventScripts['source'] = async () => ({ failed: 'it took too long', timedOut: true });
  for (const attempt of [1, 2])
    await expect(engine.processEvents([receivedEvent], { ...never, source })).rejects.toThrow(
      `attempt ${attempt} of 3`,
    );
  await engine.processEvents([receivedEvent], { ...never, source });
  const failed = ['failed', "event source 'Slow': it took too long; attempts: 3"];
  expect(await results(receivedEvent)).toEqual([failed, failed]);
});

test('a body that is invalid because of a masked secret is a fault of every trigger', async () => {
  const { listen, deliver } = await endpoint();
  await listen();
  const { receivedEvent } = await deliver('{"id": 12********}');
  await engine.processEvents([receivedEvent], never);
  expect(await results(receivedEvent)).toEqual([
    ['failed', 'the stored body is not valid JSON: a secret in it was masked, or it was cut'],
  ]);
});

test('a trigger that was disabled or got another source meanwhile does not receive it', async () => {
  const { listen, deliver } = await endpoint();
  const id = await listen();
  const { receivedEvent } = await deliver();
  await environment.database.query({ text: 'update triggers set enabled = false where id = $1' }, [id]);
  await engine.processEvents([receivedEvent], never);
  expect([await results(receivedEvent), await ledger(id)]).toEqual([[], []]);
});

const unstorable = ['a text contains a character that cannot be stored', 'a value has the wrong format', null];
const noFolder = ["there is no folder 'a?b'", "there is no folder 'a\ufffdb'", "there is no folder 'a?b?'"];
const noId = ["'a?b' is not an id", "'a\ufffdb' is not an id", "'a?b?' is not an id"];
const mapped = (targetProperty: string, value: string): TriggerPatch => ({
  mappedProperties: [{ type: 'StringValue', targetProperty, value }],
});
test.each<[TriggerPatch, (string | null)[]]>([
  [{ releaseTitle: '${event.text}' }, unstorable],
  [{ tags: ['${event.text}'] }, unstorable],
  [mapped('variables[a]', '${event.text}'), unstorable],
  [{ releaseFolder: '${event.text}' }, noFolder],
  [mapped('template', '${event.text}'), noId],
])(
  'a text that cannot be stored is a fault, which the run history records in a storable text: %#',
  async (patch, reasons) => {
    const { listen, deliver } = await endpoint();
    await listen(patch);
    const reports = [];
    for (const text of ['a\\u0000b', 'a\\ud800b', 'a\\nb\\u001b']) {
      const { receivedEvent } = await deliver(`{"text": "${text}"}`);
      await engine.processEvents([receivedEvent], never);
      reports.push(await results(receivedEvent));
    }
    expect(reports).toEqual(reasons.map((reason) => [[reason === null ? 'created' : 'failed', reason]]));
  },
);

test('an event source runs once for all its triggers, and again after its runner was unavailable', async () => {
  const { id: eventSource, listen, deliver } = await endpoint();
  const [own, type] = ['ConfigurationSource', 'acme.Source'];
  const properties = { outputEventType: 'acme.Push' };
  const source = { type, folderId: null, title: 'Pushes', properties, secrets: {}, variableMapping: {}, path: null };
  await addConfiguration(environment.database, { id: own, ...source, eventSource });
  for (const title of ['One', 'Two']) await listen({ title, eventSource: own, releaseTitle: '${event.name}' });
  const { receivedEvent, unprocessed } = await deliver('name');
  expect(unprocessed).toBe(true);
  await expect(engine.processEvents([receivedEvent], never)).rejects.toThrow('no script was expected');
  expect(await results(receivedEvent)).toBe('unprocessed');
  const requests: unknown[] = [];
  const requestRun: EventScripts['source'] = async ({ config, input }) => {
    requests.push([config, input]);
    return { event: { type: 'acme.Push', name: input.content } };
  };
  await expireLease(receivedEvent);
  await engine.processEvents([receivedEvent], { ...never, source: requestRun });
  const on = {
    id: eventSource,
    type: 'events.PostWebhookEndpoint',
    title: eventSource,
    path: eventSource,
    method: null,
  };
  expect(requests).toEqual([
    [
      { ...properties, id: own, type, title: 'Pushes', eventSource: on },
      { content: 'name', headers: {}, parameters: {} },
    ],
  ]);
  expect(await results(receivedEvent)).toEqual([
    ['created', null],
    ['created', null],
  ]);
});
