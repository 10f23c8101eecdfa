import { afterAll, expect, test } from 'vitest';
import { deleteAccount } from '../people/user-accounts.ts';
import { insertPlan } from '../plans/index.ts';
import { openFreshDatabase } from '../testing/database.ts';
import { outcomeOf, phaseWith, releaseWith, taskWith } from '../testing/plans.ts';
import { deleteExpiredEntries, deleteExpiredEvents, deleteLostFollowed, noteExpiringTokens } from './retention.ts';

const { database, close } = await openFreshDatabase();
afterAll(close);
const run = (text: string) => database.query<Record<string, unknown>>({ text });

test('old events are deleted, except pending ones and those of saved entries', async () => {
  await run(`insert into events (id, type, actor, at, data, audience)
    select name, 'task.started', 'ann', now() - interval '6 months', '{}'::jsonb, '{}'::jsonb
    from unnest('{read,saved,pending}'::text[]) as name
    union all select 'new', 'task.started', 'ann', now() - interval '4 months', '{}', '{}'`);
  await run(`insert into event_queue values ('pending')`);
  await run(`insert into inbox_entries (id, username, event_id, reason, at, saved_at)
    select 'Inbox' || id, 'ann', id, 'follow', at, case when id = 'saved' then now() end from events`);
  expect(await deleteExpiredEntries(database, 1)).toBe(1);
  expect(await deleteExpiredEntries(database, 10)).toBe(1);
  expect(await deleteExpiredEvents(database, 10)).toBe(1);
  expect(await run('select id from events order by id')).toEqual(['new', 'pending', 'saved'].map((id) => ({ id })));
  expect(await run('select id from inbox_entries order by id')).toEqual([{ id: 'Inboxnew' }, { id: 'Inboxsaved' }]);
});

test('a token that expires within seven days has one event for each expiry', async () => {
  await run(`insert into personal_access_tokens (id, username, note, hash, created_at, expires_at) values
    ('Soon', 'ann', 'CI', '1', now() - interval '30 days', now() + interval '6 days'),
    ('Later', 'ann', 'b', '2', now() - interval '30 days', now() + interval '8 days'),
    ('Expired', 'ann', 'c', '3', now() - interval '30 days', now() - interval '1 day'),
    ('Short', 'ann', 'd', '4', now(), now() + interval '1 day'), ('Endless', 'ann', 'e', '5', now(), null)`);
  expect(await noteExpiringTokens(database)).toBe(1);
  expect(await noteExpiringTokens(database)).toBe(0);
  expect(
    await run(`select data -> 'subject' as subject, audience, actor from events where type = 'token.expiring'`),
  ).toEqual([{ subject: { id: 'Soon', title: 'CI' }, audience: { subjectOwner: 'ann' }, actor: 'SYSTEM' }]);
  expect(await run(`select from event_queue where event_id <> 'pending'`)).toHaveLength(1);
});

test('objects that are archived or deleted are no longer followed', async () => {
  const release = releaseWith([phaseWith([taskWith()])]);
  await insertPlan(database, outcomeOf(release));
  const [task] = await run(`select id from live_tasks where release_id = '${release.id}'`);
  const ids = [release.id, String(task?.id), 'Applications'];
  await run(`insert into followed_objects select 'ann', id, 'follow'
    from unnest('{${[...ids, 'ReleaseGone', 'TaskGone', 'FolderGone'].join()}}'::text[]) as id`);
  expect(await deleteLostFollowed(database, 2)).toBe(2);
  expect(await deleteLostFollowed(database, 10)).toBe(1);
  expect((await run('select object_id from followed_objects')).map((row) => row.object_id).toSorted()).toEqual(
    ids.toSorted(),
  );
  await run('delete from followed_objects');
});

test('a deleted user leaves no inbox and no settings to a later user of the name', async () => {
  await run(`insert into users (username) values ('Ann')`);
  await run(`insert into followed_objects values ('ann', 'Release1', 'follow')`);
  await run(`insert into notification_preferences (username, preferences) values ('ann', '{}')`);
  await deleteAccount(database, 'Ann');
  for (const table of ['inbox_entries', 'followed_objects', 'notification_preferences'])
    expect(await run(`select from ${table}`)).toEqual([]);
});
