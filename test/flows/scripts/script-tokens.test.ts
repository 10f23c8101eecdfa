import { beforeAll, expect, test } from 'vitest';
import { type People, peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createTemplate, idOf, startRelease } from '../../harness/rest/plans.ts';
import type { Release, Task } from '../../harness/rest/response-types.ts';
import type { RestClient } from '../../harness/rest/rest-client.ts';
import { scriptTask, waitForComments } from '../../harness/rest/script-tasks.ts';

const product = serve({ LOG_LEVEL: 'trace' });
const { rest, database, output } = product;

interface Token {
  readonly id: string;
  readonly token: string;
}
const lastSegmentOf = ({ id }: Release) => id.slice(id.lastIndexOf('/') + 1);
let people: People;
let bot: RestClient;
let count = 0;
function tokenOf(by: RestClient, more: object = {}): Promise<Token> {
  count += 1;
  return by.post('/personal-access-tokens', { tokenNote: `for scripts ${count}`, ...more });
}

/** A script task that reads another release, which needs the permission to view it. */
const readTask = ({ id }: Release, title = 'run') =>
  scriptTask(`print releaseApi.getRelease('${id}').title`, { title });
const wrong = '400 scriptUserPassword: expected a valid personal access token, or scriptUsername with its password';

beforeAll(async () => {
  people = peopleOf(product);
  bot = await people.createUser('bot');
});

/** Starts a release with a manual task before each of two scripts, and creates an editor without other permissions. */
async function planned(otherRelease: Release) {
  const plan = { Ship: ['first', readTask(otherRelease), 'second', readTask(otherRelease, 'again')] };
  const release = await startRelease(rest, plan, { title: 'Runs by a token' });
  return {
    release,
    at: `/releases/${release.id}`,
    editor: await people.createUserWith(release, 'release#view', 'release#edit'),
  };
}
const passed = (release: Release, title: string) => rest.post(`/tasks/${idOf(release, title)}/complete`, {});
const viewedByBot = async () => {
  const otherRelease = await startRelease(rest, { Wait: ['somebody'] }, { title: 'Seen by bot' });
  await people.createTeam(otherRelease, ['release#view'], { users: ['bot'] });
  return otherRelease;
};

test('with a token scripts run as its owner until the token is revoked', async () => {
  const { release, at, editor } = await planned(await viewedByBot());
  const { id, token } = await tokenOf(bot);
  const saved = await editor.put<Release>(at, { ...(await editor.get<Release>(at)), scriptUserPassword: token });
  expect(saved).toMatchObject({ scriptUsername: 'bot', scriptUserPassword: '********' });
  expect(await editor.put(at, saved)).toMatchObject({ scriptUsername: 'bot' });
  await passed(release, 'first');
  expect(await waitForComments(rest, release, 'run', 'COMPLETED')).toEqual(['Seen by bot']);
  await bot.sendForNoContent('DELETE', `/personal-access-tokens/${id}`);
  await passed(release, 'second');
  const tokenEndedText = 'The token for the scripts of this release was deleted.';
  expect(await waitForComments(rest, release, 'again', 'FAILED')).toEqual([tokenEndedText]);
  const explained = await rest.get(`/tasks/${idOf(release, 'again')}/explain`);
  expect(JSON.stringify(explained)).toContain(tokenEndedText);
  const log = await rest.get(`/activities/${lastSegmentOf(release)}`);
  const tables = await database().query<{ readonly name: string }>({
    text: `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  });
  const rows = [];
  for (const { name } of tables) rows.push(await database().query({ text: `select t::text as row from ${name} t` }));
  const allTexts = JSON.stringify([saved, explained, log, await rest.get(at), rows]) + output();
  expect(allTexts).toContain(id);
  expect(allTexts).not.toContain(token);
});

test('with a restricted token scripts have only its permissions', async () => {
  const release = await startRelease(rest, { Ship: ['first', readTask(await viewedByBot())] });
  await people.createRole('Makers', ['global_variables#edit'], ['bot']);
  const { token } = await tokenOf(bot, { globalPermissions: ['global_variables#edit'] });
  await rest.put(`/releases/${release.id}`, { scriptUsername: '', scriptUserPassword: token });
  await passed(release, 'first');
  const [comment] = await waitForComments(rest, release, 'run', 'FAILED');
  expect(comment).toContain('there is no release');
});

test('scripts do not run with an expired token, or if its owner cannot log in', async () => {
  const { release, at, editor } = await planned(await viewedByBot());
  const { id, token } = await tokenOf(bot);
  await editor.put(at, { scriptUsername: null, scriptUserPassword: token });
  const expired = `update personal_access_tokens set expires_at = now() - interval '1 second' where id = $1`;
  await database().query({ text: expired }, [id]);
  expect(await editor.sendForError('PUT', at, { scriptUserPassword: token })).toBe(wrong);
  await passed(release, 'first');
  expect(await waitForComments(rest, release, 'run', 'FAILED')).toEqual([
    'The token for the scripts of this release has expired.',
  ]);
  const eve = await people.createUser('eve');
  await editor.put(at, { scriptUserPassword: (await tokenOf(eve)).token });
  expect(await rest.get(at)).toMatchObject({ scriptUsername: 'eve' });
  await rest.sendForNoContent('PUT', '/users/eve', { loginAllowed: false });
  await rest.post(`/tasks/${idOf(release, 'run')}/retry`, {});
  await expect
    .poll(async () => (await rest.get<Task>(`/tasks/${idOf(release, 'run')}`)).comments.at(-1)?.text)
    .toBe('The user of the token for the scripts of this release cannot log in.');
});

test('new templates accept a token, copies by other users lose it, and releases of create-release tasks keep it', async () => {
  const { token } = await tokenOf(rest);
  const byToken = { scriptUserPassword: token };
  const child = await createTemplate(rest, { Work: [scriptTask("print 'done'")] }, { title: 'Child' });
  const making = { title: 'make', type: 'rel.CreateReleaseTask', templateId: child.id, newReleaseTitle: 'By token' };
  const parent = await startRelease(rest, { Make: [making] }, byToken);
  expect(parent).toMatchObject({ scriptUsername: 'admin', scriptUserPassword: '********' });
  await expect
    .poll(() => rest.get('/releases/byTitle?releaseTitle=By%20token'))
    .toMatchObject([{ status: 'COMPLETED', scriptUsername: 'admin', scriptUserPassword: '********' }]);
  const template = await createTemplate(rest, { Work: ['a'] }, byToken);
  const copier = await people.createUserWith(template, 'template#view', 'template#create');
  const copy = await copier.send('POST', `/templates/${template.id}/copy`, { title: 'Copied' });
  expect([200, 403]).toContain(copy.status);
  if (copy.status === 200) expect(JSON.stringify(copy)).not.toContain('scriptUsername');
});

test('wrong tokens are refused, and count as failed logins', async () => {
  const { at, editor } = await planned(await viewedByBot());
  const guess = () => editor.sendForError('PUT', at, { scriptUserPassword: `rpa_${'0'.repeat(40)}` });
  for (let time = 0; time < 10; time += 1) expect(await guess()).toBe(wrong);
  expect(await guess()).toMatch(/^429 too many failed logins/);
});
