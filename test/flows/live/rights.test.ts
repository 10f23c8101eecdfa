import { expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { watch } from '../../harness/rest/events.ts';
import { versionOf } from '../../harness/rest/rest.ts';
import { foldersOf, watchingAs } from './watching.ts';

const served = serve();
const { rest } = served;
const people = peopleOf(served);
const watching = watchingAs(served.url);
const { folder, startedIn } = foldersOf(rest);

test('rights are checked again after a change: hidden items disappear and come back', async () => {
  const place = await folder();
  const release = await startedIn(place, [{ title: 'one' }]);
  await people.user('watcher');
  await people.team(place, ['folder#view'], { users: ['watcher'] });
  const events = await watching(`release=${release.id}`, 'watcher');
  expect(await events.next()).toMatchObject({ version: null });
  await people.team(place, ['release#view'], { users: ['watcher'] }, 'Lookers');
  expect(await events.next()).toMatchObject({ version: await versionOf(rest, `/releases/${release.id}`) });
  await served.database().transaction(async (connection) => {
    await connection.query({ text: `delete from team_members where principal = 'user:watcher'` });
    await connection.query({ text: 'update access_version set version = version + 1' });
  });
  expect(await events.next()).toMatchObject({ version: null });
});

test('changed rights during an interruption are reported on reconnect, even without another change', async () => {
  const place = await folder();
  const release = await startedIn(place, [{ title: 'one' }]);
  await people.user('returner');
  await people.team(place, ['folder#view'], { users: ['returner'] });
  const query = `release=${release.id}&list=releases`;
  const before = await watching(query, 'returner');
  expect(await before.next()).toMatchObject({ version: null });
  await before.next();
  const after = before.lastId() ?? '';
  before.leave();
  await before.ended;
  await people.team(place, ['release#view'], { users: ['returner'] }, 'Lookers');
  const events = await watching(`${query}&${new URLSearchParams({ after })}`, 'returner');
  expect(await events.next()).toMatchObject({ version: await versionOf(rest, `/releases/${release.id}`) });
  expect(await events.next()).toMatchObject({ about: 'list releases' });
});

test('streams end with the user who may not log in any more', async () => {
  await people.user('leaver');
  const events = await watching('inbox=true', 'leaver');
  await events.next();
  await served.database().query({ text: `update users set login_allowed = false where username = 'leaver'` });
  await served.database().query({ text: 'update access_version set version = version + 1' });
  await events.ended;
  expect(events.text()).not.toContain('retry: 0');
});

test('streams end with the token, and with the password', async () => {
  const [owner] = [await people.user('keeper')];
  const { id, token } = await owner.post<{ id: string; token: string }>('/personal-access-tokens', {
    tokenNote: 'live',
  });
  const byToken = await watch(served.url(), 'inbox=true', { 'x-release-personal-token': token });
  const byPassword = await watching('inbox=true', 'keeper');
  await Promise.all([byToken.next(), byPassword.next()]);
  await owner.done('DELETE', `/personal-access-tokens/${id}`);
  await served.database().query({ text: 'update access_version set version = version + 1' });
  await byToken.ended;
  const text = `update users set credential_version = credential_version + 1 where username = 'keeper'`;
  await served.database().query({ text });
  await served.database().query({ text: 'update access_version set version = version + 1' });
  await byPassword.ended;
});

test('streams take a login, as every other call does', async () => {
  await expect(watch(served.url(), 'inbox=true', {})).rejects.toThrow('401');
});
