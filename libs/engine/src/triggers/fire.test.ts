import { listRuns } from '@slipway/persistence/triggers';
import { findReceivedEvent } from '@slipway/persistence/webhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../engine.ts';
import {
  addEndpoint,
  createStartedRelease,
  openTestEnvironment,
  plan,
  type TestEnvironment,
  testUser,
} from '../testing.ts';
import type { EventScripts } from '../webhooks/event-context.ts';

let environment: TestEnvironment;
let engine: Engine;
const broken: string[] = [];
beforeAll(async () => {
  environment = await openTestEnvironment({ connections: 24 });
  engine = environment.engine({ onBroken: (_, id) => broken.push(id) });
});
afterAll(() => environment.close());

const unexpected = () => Promise.reject(new Error('no script was expected'));
const never: EventScripts = { source: unexpected, filter: unexpected, languageOf: () => 'python' };
const mapping = (targetProperty: string, value: string) => ({ type: 'StringValue', targetProperty, value }) as const;

/** A template, an endpoint and its trigger, whose release titles contain a counter and a text of the event. */
async function listening(
  fields: Parameters<Engine['createTemplate']>[0] = {},
  patch: Parameters<Awaited<ReturnType<typeof addEndpoint>>['listen']>[0] = {},
) {
  const draft = { ...plan({ Build: ['compile ${ref}', 'test'] }), maxConcurrentReleases: 1_000, ...fields };
  const ref = { key: 'ref', type: 'StringVariable', requiresValue: false } as const;
  const { release } = await engine.createTemplate({ variables: [ref], ...draft }, 'Applications', testUser);
  const { listen, deliver } = await addEndpoint(environment.database, release.id);
  const title = mapping('releaseTitle', '${counter} ${event.text}');
  const mappedProperties = [title, mapping('variables[ref]', '${event.text}')];
  const triggerId = await listen({ mappedProperties, ...patch });
  const send = async (texts: readonly string[]) => {
    const ids: string[] = [];
    for (const text of texts) ids.push((await deliver(`{"text": "${text}"}`)).receivedEvent);
    return ids;
  };
  return { templateId: release.id, triggerId, listen, send };
}

const lines = async (triggerId: string) => {
  const runs = await listRuns(environment.database, triggerId, { limit: 1_000, offset: 0 });
  return runs.toReversed().map(({ outcome, reason, releaseTitle }) => [outcome, reason ?? releaseTitle]);
};
const results = async (ids: readonly string[]) =>
  (await Promise.all(ids.map((id) => findReceivedEvent(environment.database, [id])))).map((found) =>
    found?.processedAt === null ? 'unprocessed' : found?.results.map(({ outcome }) => outcome).join(),
  );
const query = <T extends object>(text: string, id: string) => environment.database.query<T>({ text }, [id]);
const fires = async (id: string) =>
  (await query<{ fires: number }>('select fires from triggers where id = $1', id))[0]!.fires;
const counted = 'select count(distinct xmin::text) from trigger_runs where trigger_id = $1';
const transactions = async (id: string) => (await query<{ count: number }>(counted, id))[0]!.count;

test('waiting occasions fire in order in one transaction, with the same result as in separate ones', async () => {
  const { triggerId, templateId, send } = await listening();
  const ids = await send(['a', 'b', 'c', 'd', 'e']);
  expect(await engine.processEvents(ids, never)).toEqual([]);
  expect(await lines(triggerId)).toEqual(['1 a', '2 b', '3 c', '4 d', '5 e'].map((title) => ['created', title]));
  expect([await transactions(triggerId), await fires(triggerId)]).toEqual([1, 5]);
  expect(await results(ids)).toEqual(Array(5).fill('created'));
  const rows = await query(
    `select r.status, count(distinct r.id) as releases, count(t.id) as tasks, count(t.id) filter (where t.status = 'IN_PROGRESS') as running
      from live_releases r join live_tasks t on t.release_id = r.id where r.origin_template_id = $1 group by r.status`,
    templateId,
  );
  expect(rows).toEqual([{ status: 'IN_PROGRESS', releases: 5, tasks: 10, running: 5 }]);
  const logged = await query(
    `select count(*) as count, count(distinct a.release_id) as releases from activities a
      join live_releases r on r.id = a.release_id where r.origin_template_id = $1`,
    templateId,
  );
  expect(logged).toEqual([{ count: 20, releases: 5 }]);
  const next = await send(['f']);
  await engine.processEvents(next, never);
  expect((await lines(triggerId)).at(-1)).toEqual(['created', '6 f']);
});

test('a fault of one delivery is recorded in the run history, and uses no number of the counter', async () => {
  const { triggerId, send } = await listening(
    {},
    { mappedProperties: [mapping('releaseTitle', '${counter} ${event.text}'), mapping('folder', '${event.text}')] },
  );
  const ids = await send(['Applications', 'FolderNowhere', 'Applications', 'no folder', 'Applications']);
  await engine.processEvents(ids, never);
  expect(await lines(triggerId)).toEqual([
    ['created', '1 Applications'],
    ['failed', "there is no folder 'FolderNowhere'"],
    ['created', '2 Applications'],
    ['failed', "there is no folder 'no folder'"],
    ['created', '3 Applications'],
  ]);
  expect([await transactions(triggerId), await fires(triggerId)]).toEqual([1, 3]);
  expect(await results(ids)).toEqual(['created', 'failed', 'created', 'failed', 'created']);
});

test('a delivery that the database rejects fails alone, and the others fire', async () => {
  const { triggerId, send } = await listening();
  // rejected while the next ones are decided
  const ids = await send(['a', 'b\\u0000', ...'cdefghij']);
  await engine.processEvents(ids, never);
  expect(await lines(triggerId)).toEqual([
    ['created', '1 a'],
    ['failed', 'a text contains a character that cannot be stored'],
    ...[...'cdefghij'].map((text, index) => ['created', `${index + 2} ${text}`]),
  ]);
  expect(await results(ids)).toEqual(['created', 'failed', ...Array<string>(8).fill('created')]);
  expect(await fires(triggerId)).toBe(9);
});

test('limits include the releases of the same transaction, and exclude ended ones', async () => {
  const { triggerId, templateId, send } = await listening({ maxConcurrentReleases: 3 });
  const ids = await send(['a', 'b', 'c', 'd', 'e']);
  await engine.processEvents(ids, never);
  const refused = '3 releases created by triggers from this template are running, and the maximum is 3';
  const made = ['1 a', '2 b', '3 c'].map((title) => ['created', title]);
  expect(await lines(triggerId)).toEqual([...made, ['refused', refused], ['refused', refused]]);
  const [first] = await query<{ id: string }>(
    'select id from live_releases where origin_template_id = $1 limit 1',
    templateId,
  );
  await engine.dispatch(first!.id, {
    kind: 'command',
    caller: testUser,
    command: { type: 'abortRelease', abortComment: 'over' },
  });
  await engine.processEvents(await send(['f', 'g']), never);
  expect((await lines(triggerId)).slice(5)).toEqual([
    ['created', '4 f'],
    ['refused', refused],
  ]);
});

test('limits count a release once if it is written during the next decisions', async () => {
  const { triggerId, send } = await listening({ maxConcurrentReleases: 7 });
  await engine.processEvents(await send([...'abcdefghijkl']), never);
  const outcomes = (await lines(triggerId)).map(([outcome]) => outcome);
  expect(outcomes).toEqual([...Array<string>(7).fill('created'), ...Array<string>(5).fill('refused')]);
});

test('a trigger without parallel executions creates one release for all waiting occasions', async () => {
  const { triggerId, send } = await listening({}, { allowParallelExecution: false });
  await engine.processEvents(await send(['a', 'b', 'c']), never);
  const running = 'a release of this trigger is still running, and the trigger allows one at a time';
  expect(await lines(triggerId)).toEqual([
    ['created', '1 a'],
    ['refused', running],
    ['refused', running],
  ]);
});

test('a release that ends at its creation does not count', async () => {
  const { release: done } = await createStartedRelease(engine, plan({ Build: ['compile'] }));
  const end = { type: 'completeTask', taskId: done.phases[0]!.tasks[0]!.id, comment: '' } as const;
  await engine.dispatch(done.id, { kind: 'command', caller: testUser, command: end });
  const gate = { title: 'open', type: 'GateTask', dependencies: [{ id: '', target: done.id }] };
  const { triggerId, send } = await listening({ ...plan({ Build: [gate] }), maxConcurrentReleases: 1 });
  await engine.processEvents(await send(['a', 'b']), never);
  expect(await lines(triggerId)).toEqual([
    ['created', '1 a'],
    ['created', '2 b'],
  ]);
});

test('a filter drops rejected events, and the others fire together', async () => {
  const expressions = [{ path: 'text', operator: 'EQUALS', valueType: 'STRING', value: 'yes' }] as const;
  const { triggerId, send } = await listening(
    {},
    { eventFilter: { type: 'events.ExpressionEventFilter', expressions } },
  );
  const ids = await send(['yes', 'no', 'yes']);
  await engine.processEvents(ids, never);
  expect([await results(ids), await transactions(triggerId), await fires(triggerId)]).toEqual([
    ['created', 'filtered', 'created'],
    1,
    2,
  ]);
});

test('each event can select its own template', async () => {
  const mappedProperties = [mapping('releaseTitle', '${counter} ${event.text}'), mapping('template', '${event.text}')];
  const { triggerId, templateId, send } = await listening({}, { mappedProperties });
  const { release: other } = await engine.createTemplate(plan({ Ship: ['deploy'] }), 'Applications', testUser);
  await engine.processEvents(await send([templateId, other.id, 'ReleaseNone', templateId]), never);
  expect(await lines(triggerId)).toEqual([
    ['created', `1 ${templateId}`],
    ['created', `2 ${other.id}`],
    ['failed', "there is no template 'ReleaseNone'"],
    ['created', `3 ${templateId}`],
  ]);
});

test('a repeated occasion, also within one batch, has one entry and fires once', async () => {
  const { triggerId, send } = await listening();
  const ids = await send(['a', 'b', 'c', 'd']);
  await engine.processEvents(ids.slice(1, 3), never);
  await environment.database.query({ text: 'update deliveries set processed_at = null where id = any ($1::text[])' }, [
    ids,
  ]);
  await engine.processEvents([...ids, ...ids], never);
  expect((await lines(triggerId)).map(([, title]) => title)).toEqual(['1 b', '2 c', '3 a', '4 d']);
  expect(await results(ids)).toEqual(Array(4).fill('created'));
});

test('of two hundred deliveries in four concurrent processes, each creates one release', async () => {
  const { triggerId, templateId, send } = await listening();
  const ids = await send(Array.from({ length: 200 }, (_, index) => String(index)));
  const engines = [engine, environment.engine(), environment.engine(), environment.engine()];
  // each with another order and other batches
  const sendEvent = async (each: Engine, index: number) => {
    const own = index % 2 === 0 ? ids : ids.toReversed();
    for (let at = 0; at < own.length; at += 9 + index) await each.processEvents(own.slice(at, at + 9 + index), never);
  };
  await Promise.all(engines.map(sendEvent));
  const runs = await lines(triggerId);
  expect(new Set(runs.map(([outcome]) => outcome))).toEqual(new Set(['created']));
  const counters = runs.map(([, title]) => Number(title!.split(' ')[0]));
  expect(counters).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
  const [made] = await query<{ count: number }>(
    'select count(*) from live_releases where origin_template_id = $1',
    templateId,
  );
  expect([made!.count, await fires(triggerId), broken]).toEqual([200, 200, []]);
  expect(new Set(await results(ids))).toEqual(new Set(['created']));
});

test('bodies that are too large together need another round', async () => {
  const { triggerId, send } = await listening({}, { mappedProperties: [mapping('releaseTitle', '${counter}')] });
  const ids = await send(['a', 'b', 'c'].map((text) => text.repeat(600_000)));
  expect(await engine.processEvents(ids, never)).toEqual([ids[2]]);
  expect([await results(ids), await fires(triggerId)]).toEqual([['created', 'created', 'unprocessed'], 2]);
});

test('releases that create releases in one transaction count each other', async () => {
  const { release: child } = await engine.createTemplate(plan({ Ship: ['deploy'] }), 'Applications', testUser);
  const nothing = { folderId: null, releaseTags: [], templateVariables: [], createdReleaseId: null };
  const creation = { ...nothing, newReleaseTitle: 'made', templateId: child.id, startRelease: true };
  const task = { title: 'create', type: 'CreateReleaseTask', creation };
  const { triggerId, templateId, send } = await listening({
    ...plan({ Build: [task] }),
    maxConcurrentReleases: 2,
    scriptUsername: 'admin',
  });
  await engine.processEvents(await send(['a', 'b', 'c']), never);
  const made = await query(
    `select (select count(*) from live_releases where origin_template_id = $1) as parents, (
      select count(*) from live_releases c join live_tasks t on t.id = c.started_from_task_id
        join live_releases p on p.id = t.release_id where p.origin_template_id = $1) as children`,
    templateId,
  );
  expect(await fires(triggerId)).toBe(3);
  expect(made).toEqual([{ parents: 3, children: 2 }]);
});
