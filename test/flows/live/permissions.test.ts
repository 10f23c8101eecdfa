import { expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { openEventStream } from '../../harness/rest/event-stream.ts';
import { fetchVersion } from '../../harness/rest/rest-client.ts';
import { createFolderHelpers, createStreamOpener } from './stream-opener.ts';

const product = serve();
const { rest } = product;
const people = peopleOf(product);
const openStream = createStreamOpener(product.url);
const { folder, startedIn } = createFolderHelpers(rest);

test('permissions are checked again after a change: hidden items disappear and return', async () => {
  const watchedFolder = await folder();
  const release = await startedIn(watchedFolder, [{ title: 'one' }]);
  await people.createUser('watcher');
  await people.createTeam(watchedFolder, ['folder#view'], { users: ['watcher'] });
  const events = await openStream(`release=${release.id}`, 'watcher');
  expect(await events.next()).toMatchObject({ version: null });
  await people.createTeam(watchedFolder, ['release#view'], { users: ['watcher'] }, 'Lookers');
  expect(await events.next()).toMatchObject({ version: await fetchVersion(rest, `/releases/${release.id}`) });
  await product.database().transaction(async (connection) => {
    await connection.query({ text: `delete from team_members where principal = 'user:watcher'` });
    await connection.query({ text: 'update access_version set version = version + 1' });
  });
  expect(await events.next()).toMatchObject({ version: null });
});

test('permissions that change during an interruption are reported on reconnect, even without another change', async () => {
  const watchedFolder = await folder();
  const release = await startedIn(watchedFolder, [{ title: 'one' }]);
  await people.createUser('returner');
  await people.createTeam(watchedFolder, ['folder#view'], { users: ['returner'] });
  const query = `release=${release.id}&list=releases`;
  const before = await openStream(query, 'returner');
  expect(await before.next()).toMatchObject({ version: null });
  await before.next();
  const after = before.lastId() ?? '';
  before.close();
  await before.ended;
  await people.createTeam(watchedFolder, ['release#view'], { users: ['returner'] }, 'Lookers');
  const events = await openStream(`${query}&${new URLSearchParams({ after })}`, 'returner');
  expect(await events.next()).toMatchObject({ version: await fetchVersion(rest, `/releases/${release.id}`) });
  expect(await events.next()).toMatchObject({ about: 'list releases' });
});

test('streams end when their user may no longer log in', async () => {
  await people.createUser('leaver');
  const events = await openStream('inbox=true', 'leaver');
  await events.next();
  await product.database().query({ text: `update users set login_allowed = false where username = 'leaver'` });
  await product.database().query({ text: 'update access_version set version = version + 1' });
  await events.ended;
  expect(events.text()).not.toContain('retry: 0');
});

test('streams end when their token or password becomes invalid', async () => {
  const [owner] = [await people.createUser('keeper')];
  const { id, token } = await owner.post<{ id: string; token: string }>('/personal-access-tokens', {
    tokenNote: 'live',
  });
  const byToken = await openEventStream(product.url(), 'inbox=true', { 'x-release-personal-token': token });
  const byPassword = await openStream('inbox=true', 'keeper');
  await Promise.all([byToken.next(), byPassword.next()]);
  await owner.sendForNoContent('DELETE', `/personal-access-tokens/${id}`);
  await product.database().query({ text: 'update access_version set version = version + 1' });
  await byToken.ended;
  const text = `update users set credential_version = credential_version + 1 where username = 'keeper'`;
  await product.database().query({ text });
  await product.database().query({ text: 'update access_version set version = version + 1' });
  await byPassword.ended;
});

test('streams need a login like every other request', async () => {
  await expect(openEventStream(product.url(), 'inbox=true', {})).rejects.toThrow('401');
});
