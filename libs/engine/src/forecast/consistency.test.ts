import { textOf } from '@slipway/domain/messages';
import { tasksOf } from '@slipway/domain/model';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createStartedRelease, openTestEnvironment, order, plan, type TestEnvironment, testUser } from '../testing.ts';
import { checkConsistency } from './consistency.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await openTestEnvironment();
});
afterAll(() => environment.close());

const change = (text: string, ...values: readonly string[]) => environment.database.query({ text }, values);
beforeEach(() => change('delete from live_releases'));

const later = () => Date.now() + 3_600_000;
const twoMinutesAgo = "now() - interval '2 minutes'";
const findFindings = async () =>
  (await checkConsistency(environment.database)).findings.map(({ kind, id }) => `${kind} ${id}`);
const reportWithTexts = async () => {
  const { findings, ...report } = await checkConsistency(environment.database);
  return { ...report, findings: findings.map(({ message, ...finding }) => ({ ...finding, text: textOf(message) })) };
};
const dated = () =>
  createStartedRelease(environment.engine(), plan({ Build: [{ title: 'later', scheduledStartDate: later() }] }));
const gated = async () => {
  const { release: target } = await createStartedRelease(environment.engine(), plan({ Work: ['work'] }));
  const dependencies = [{ id: '', target: target.id }];
  const { release } = await createStartedRelease(
    environment.engine(),
    plan({ Wait: [{ title: 'gate', type: 'GateTask', dependencies }] }),
  );
  return { target, release };
};

test('a release that waits correctly has no finding', async () => {
  const engine = environment.engine();
  const { template } = await createStartedRelease(engine, plan({ Build: ['compile', 'test'] }));
  await engine.createRelease(template.id, order(), testUser);
  await engine.createRelease(template.id, order({ autoStart: true, scheduledStartDate: later() }), testUser);
  await dated();
  await gated();
  await createStartedRelease(engine, plan({ Check: [{ title: 'asked', precondition: 'True' }] }));
  const { release: failed } = await createStartedRelease(engine, plan({ Build: ['compile'] }), {});
  const [task] = tasksOf(failed);
  await engine.dispatch(failed.id, {
    kind: 'command',
    caller: testUser,
    command: { type: 'failTask', taskId: task?.id ?? '' },
  });
  const { release: over } = await createStartedRelease(engine, plan({ Build: ['compile'] }));
  await engine.dispatch(over.id, { kind: 'command', caller: testUser, command: { type: 'abortRelease' } });
  expect(await checkConsistency(environment.database)).toEqual({
    ok: true,
    releases: 8,
    triggers: 0,
    count: 0,
    findings: [],
  });
});

test('a missed wake is found, with its time', async () => {
  const { release } = await dated();
  const [row] = await environment.database.query<{ next_wake_at: number }>(
    { text: `update live_releases set next_wake_at = ${twoMinutesAgo} where id = $1 returning next_wake_at` },
    [release.id],
  );
  const moment = new Date(row?.next_wake_at ?? 0).toISOString().replace('T', ' ').slice(0, 19);
  expect(await reportWithTexts()).toEqual({
    ok: false,
    releases: 1,
    triggers: 0,
    count: 1,
    findings: [{ kind: 'overdue', id: release.id, text: `Release 'Release' should have been woken at ${moment} UTC.` }],
  });
});

test.each([
  ['a missing wake-up', 'update live_releases set next_wake_at = null where id = $1', ['asleep']],
  [
    'a wake-up that is too late',
    `update live_releases set next_wake_at = now() + interval '2 hours' where id = $1`,
    ['asleep'],
  ],
  ['a date without a row in awaits', 'delete from awaits where release_id = $1', ['unlisted']],
  [
    'a past date without a wake-up',
    `with woken as (update live_releases set next_wake_at = null where id = $1),
      listed as (update awaits set until = date_trunc('milliseconds', ${twoMinutesAgo}) where release_id = $1)
      update live_tasks set scheduled_start_date = date_trunc('milliseconds', ${twoMinutesAgo}) where release_id = $1`,
    ['unsettled'],
  ],
])('%s is found', async (_, breakage, kinds) => {
  const { release } = await dated();
  await change(breakage, release.id);
  expect(await findFindings()).toEqual(kinds.map((kind) => `${kind} ${release.id}`));
});

test('a release that should have started is found', async () => {
  const { template } = await createStartedRelease(environment.engine(), plan({ Build: ['compile'] }));
  const asked = order({ autoStart: true, scheduledStartDate: later() });
  const { release } = await environment.engine().createRelease(template.id, asked, testUser);
  await change(
    `with listed as (update awaits set until = date_trunc('milliseconds', ${twoMinutesAgo}) where release_id = $1)
      update live_releases set next_wake_at = null, scheduled_start_date = date_trunc('milliseconds', ${twoMinutesAgo})
      where id = $1`,
    release.id,
  );
  expect(await findFindings()).toEqual([`unsettled ${release.id}`]);
});

test('a release without a reachable task is found', async () => {
  const { release } = await createStartedRelease(environment.engine(), plan({ Build: ['compile', 'test'] }));
  await change(`update live_tasks set status = 'PLANNED', start_date = null where release_id = $1`, release.id);
  expect(await findFindings()).toEqual([`unsettled ${release.id}`, `stuck ${release.id}`]);
});

test('a script that is not listed is found', async () => {
  const asked = { title: 'asked', precondition: 'True' };
  const { release } = await createStartedRelease(environment.engine(), plan({ Check: [asked] }));
  await change('delete from awaits where release_id = $1', release.id);
  expect(await findFindings()).toEqual([`unlisted ${release.id}`]);
});

test.each([
  ['was never claimed', 'null'],
  ['has an expired lease', "now() - interval '6 minutes'"],
])('a script that %s is found after a while', async (_, lease) => {
  const { release } = await createStartedRelease(
    environment.engine(),
    plan({ Check: [{ title: 'asked', precondition: 'True' }] }),
  );
  const until = `date_trunc('milliseconds', (${lease})::timestamptz)`;
  await change(
    `with listed as (update awaits set until = ${until} where release_id = $1)
      update live_tasks set run = jsonb_set(run, '{script,leaseUntil}',
        coalesce(to_jsonb(floor(extract(epoch from ${until}) * 1000)), 'null')) where release_id = $1`,
    release.id,
  );
  const setAge = lease === 'null' ? [] : [`unclaimed ${release.id}`];
  expect(await findFindings()).toEqual(setAge);
  await change(
    `update live_activities set event_time = now() - interval '6 minutes' where release_id = $1`,
    release.id,
  );
  expect(await findFindings()).toEqual([`unclaimed ${release.id}`]);
});

test('a gate without a notification is found after a minute', async () => {
  const { release, target } = await gated();
  const end = (moment: string) =>
    change(`update live_releases set status = 'COMPLETED', end_date = ${moment} where id = $1`, target.id);
  await end('now()');
  expect(await findFindings()).toEqual([]);
  await end(twoMinutesAgo);
  expect(await findFindings()).toEqual([`untold ${release.id}`]);
  await environment.engine().sweep();
  expect(await findFindings()).toEqual([]);
});

test('a release with an unreadable state is found, and hides no other', async () => {
  const { release: broken } = await dated();
  const { release: sleeping } = await dated();
  await change('update live_releases set next_wake_at = null');
  await change(`update live_tasks set definition = '{"dependencies": 5}' where release_id = $1`, broken.id);
  expect((await findFindings()).toSorted()).toEqual([`asleep ${sleeping.id}`, `broken ${broken.id}`]);
});

test('a trigger without a due time, or with a missed one, is found, but not one that catches up', async () => {
  const [folder] = await environment.database.query<{ id: string }>({ text: 'select id from folders' });
  for (const [id, next, retry = 'null', last = 'null'] of [
    ['TriggerIdle', 'null'],
    ['TriggerLate', twoMinutesAgo],
    ['TriggerFailing', twoMinutesAgo, `now() + interval '5 minutes'`],
    ['TriggerCatchingUp', twoMinutesAgo, 'null', 'now()'],
    ['TriggerFine', 'now()'],
  ])
    await change(
      `insert into triggers
          (id, type, title, enabled, folder_id, definition, anchor, next_fire_at, retry_at, last_run_date)
        values ($1, 'time.Schedule', 'T', true, $2, '{}', now(), ${next}, ${retry}, ${last})`,
      id ?? '',
      folder?.id ?? '',
    );
  expect(await reportWithTexts()).toEqual({
    ok: false,
    releases: 0,
    triggers: 5,
    count: 3,
    findings: [
      { kind: 'triggerIdle', id: 'TriggerIdle', text: "Trigger 'TriggerIdle' is enabled but has no next firing time." },
      {
        kind: 'triggerOverdue',
        id: 'TriggerLate',
        text: "Trigger 'TriggerLate' should have fired more than a minute ago.",
      },
      {
        kind: 'triggerOverdue',
        id: 'TriggerFailing',
        text: "Trigger 'TriggerFailing' should have fired more than a minute ago.",
      },
    ],
  });
});
