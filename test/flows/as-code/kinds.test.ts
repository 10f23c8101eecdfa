import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { basicAuth, createRestClient } from '../../harness/rest/rest-client.ts';
import { commandLine, document, generateDocuments } from './command-line.ts';

const [source, target] = [serve(), serve()];
const xl = commandLine(source.rest, source.url);

const all = [
  document('Users', '- {username: ann, fullName: Ann, email: a@example.org, password: pass-of-ann}'),
  document('Roles', '- {name: ops, principals: [ann]}'),
  document('Permissions', '- global: [{role: ops, permissions: [reports#view]}]'),
  document('Configurations', '- {name: Mail, type: acme.Mail, url: "https://mail.example.org", password: hidden}'),
  document(
    'Templates',
    `- {key: folder.place, type: xlrelease.StringVariable, value: here}
- {name: Chat, type: acme.Chat, url: "https://chat.example.org"}
- {dashboard: Wall, tiles: [{row: 1, col: 2}]}
- notifications: [{priority: High, bulkSubject: s}]
- template: Plan
  phases: [{phase: P, tasks: [{name: T, type: acme.Send, server: Chat}]}]
- name: nightly
  type: time.Schedule
  template: Plan
  releaseTitle: Night
  periodicity: 0 0 3 * * *
  enabled: true`,
    'Team',
  ),
  document(
    'Permissions',
    '- directory: .\n  teams: [{name: Crew, members: [ann], roles: [ops], permissions: ["folder#view", "template#view"]}]',
    'Team',
  ),
].join('---\n');

test('items of every kind are created and listed as command lines expect, and applying them again changes nothing', async () => {
  const lists = await xl.apply(all);
  expect(lists.ids.map(({ kind, created }) => [kind, created.length])).toEqual([
    ['User', 1],
    ['Role', 1],
    ['Folder', 1],
    ['Kept', 2],
    ['Variable', 1],
    ['Configuration', 2],
    ['Template', 1],
    ['Trigger', 1],
    ['Teams', 0],
  ]);
  expect([lists.users?.created, lists.roles?.updated, lists.permissions?.updated]).toMatchObject([
    ['ann'],
    ['ops'],
    [expect.stringMatching(/^Applications\/Folder/)],
  ]);
  expect(await source.rest.get('/triggers?triggerTitle=nightly')).toMatchObject({
    content: [{ enabled: true, releaseTitle: 'Night', pollType: 'CRON' }],
  });
  expect(await source.rest.get('/roles/ops')).toMatchObject({
    permissions: ['reports#view'],
    principals: [{ username: 'ann' }],
  });
  const warnings = ["template 'Team/Plan': tasks of the unknown type 'acme.Send' become manual tasks"];
  const warning = { code: 'document.unknownTaskType', params: { type: 'acme.Send' } };
  const part = { code: 'part.template', params: { title: 'Team/Plan' } };
  const warningMessages = [{ code: 'warning.at', params: { part, warning } }];
  expect(await xl.plan(all)).toEqual({ isSame: true, changes: [], effects: [], warnings, warningMessages });
  expect(await xl.apply(all)).toEqual({ ids: [] });
});

describe('edits of existing items', () => {
  test.each([
    ['a connection', 'chat.example.org', 'talk.example.org', 'Configuration Team/Chat url'],
    ['the server of a connection with a secret', 'mail.example.org', 'post.example.org', 'Configuration Mail url'],
    ['a secret of a connection', 'password: hidden', 'password: other', 'Configuration Mail password'],
    ['a variable', 'value: here', 'value: away', 'Variable Team/folder.place value'],
    ['a trigger', 'releaseTitle: Night', 'releaseTitle: Day', 'Trigger Team/nightly releaseTitle'],
    [
      'an item that the product only stores',
      'priority: High',
      'priority: Low',
      'Kept Team/notifications notifications',
    ],
    ['a role', 'reports#view', 'release#create', 'Role ops permissions'],
    ['a user', 'fullName: Ann', 'fullName: Anna', 'User ann fullName'],
    ['a team', '"template#view"', '"template#edit"', 'Teams Team teams[Crew].permissions'],
  ])('of %s are planned and applied', async (_, from, to, expected) => {
    const edited = all.replace(from, to);
    const { changes } = await xl.plan(edited);
    expect(changes.flatMap(({ kind, path, fields }) => fields.map(({ field }) => `${kind} ${path} ${field}`))).toEqual([
      expected,
    ]);
    await xl.apply(edited);
    expect((await xl.plan(edited)).isSame).toBe(true);
    await xl.apply(all);
  });
});

test('generated documents create the same on an empty server', async () => {
  const query = 'path=&globalPermissions=true&users=true&roles=true';
  const { yaml, values } = await generateDocuments(source.url(), query);
  expect(values).toBe('Mail_password=\n');
  expect(yaml).not.toContain('hidden');
  const targetCommandLine = commandLine(target.rest, target.url);
  await targetCommandLine.apply(yaml.replace('!value Mail_password', '""'));
  const regenerated = await generateDocuments(target.url(), query);
  expect(regenerated.yaml).toBe(yaml.replace('    password: !value Mail_password\n', ''));
});

test('teams of a top-level template follow the documents if the caller may change them; templates in folders have no teams', async () => {
  await xl.apply(document('Templates', '- {template: Atop}'));
  const teams = (template: string, home = '') =>
    document(
      'Permissions',
      `- {template: ${template}, teams: [{name: Crew, members: [ann], permissions: ["template#view"]}]}`,
      home,
    );
  const { changes } = await xl.plan(teams('Atop'));
  expect(changes.map(({ kind, path, fields }) => [kind, path, fields.map(({ field }) => field)])).toEqual([
    ['Teams', 'Atop', ['teams[Crew]']],
  ]);
  expect((await xl.apply(teams('Atop'))).permissions?.updated).toEqual([
    expect.stringMatching(/^Applications\/Release/),
  ]);
  expect((await xl.plan(teams('Atop'))).isSame).toBe(true);
  const annClient = commandLine(
    createRestClient(() => source.url(), basicAuth('ann', 'pass-of-ann')),
    source.url,
  );
  expect((await annClient.plan(teams('Atop'))).isSame).toBe(true);
  const changedTeams = teams('Atop').replace('members: [ann]', 'members: []');
  expect(await annClient.send('apply', changedTeams)).toMatchObject({ status: 403 });
  expect(await xl.send('apply', teams('Gone'))).toMatchObject({
    status: 400,
    body: { errors: { generic: "there is no template 'Gone' at the top level" } },
  });
  expect(JSON.stringify(await xl.send('apply', teams('Plan', 'Team')))).toContain(
    "template 'Team/Plan': a template in a folder inherits the teams of the folder",
  );
});

test('a release in a document is started', async () => {
  const { ids } = await xl.apply(document('Release', '  name: Started\n  template: Team/Plan'));
  expect(ids).toMatchObject([{ kind: 'Release', created: [expect.any(String)] }]);
  expect(await source.rest.get(`/releases/${ids[0]?.created[0]}`)).toMatchObject({
    title: 'Started',
    status: 'IN_PROGRESS',
  });
});

test('each kind needs its own permission, for plans too, and hidden items are reported as missing', async () => {
  const ann = createRestClient(() => `${source.url()}`, basicAuth('ann', 'pass-of-ann'));
  const annClient = commandLine(ann, source.url);
  const roles = document('Roles', '- {name: mine, principals: [ann]}');
  expect(await annClient.send('apply', roles)).toMatchObject({
    status: 403,
    body: { errors: { generic: expect.stringContaining('security#edit') } },
  });
  expect((await ann.send('POST', '/as-code/plan', roles, { 'content-type': 'application/yaml' })).status).toBe(403);
  const folder = document('Templates', '- {template: Mine}', 'Mine');
  expect((await annClient.send('apply', folder)).status).toBe(403);
  const edit = document('Templates', '- {template: Plan, description: hers}', 'Team');
  expect((await annClient.send('apply', edit)).status).toBe(403);
  await source.rest.post('/folders/Applications', { title: 'Hidden' });
  expect((await annClient.send('apply', document('Release', '  {name: x, template: Hidden/None}'))).body).toEqual({
    errors: { generic: "there is no template 'Hidden/None'" },
  });
  const answer = await fetch(`${source.url()}/devops-as-code/generate?path=Hidden`, {
    headers: basicAuth('ann', 'pass-of-ann'),
  });
  expect([answer.status, await answer.json()]).toEqual([
    404,
    { errors: { generic: "there is no folder at 'Hidden'" } },
  ]);
});

test('a body of another type is refused, an unknown user is refused, and a schema for editors is available', async () => {
  const { rest, url } = source;
  expect((await rest.send('POST', `${url()}/devops-as-code/apply`, 'a: 1')).status).toBe(415);
  expect((await fetch(`${url()}/devops-as-code/apply`, { method: 'POST' })).status).toBe(401);
  expect((await rest.send('GET', `${url()}/devops-as-code/schema`)).body).toMatchObject({ title: 'Plans as code' });
});

test('a changed password of a trigger is the only listed change, without its text, and is stored', async () => {
  const nightly = (password: string) =>
    document(
      'Templates',
      `- template: Guarded
  variables: [{key: token, type: xlrelease.PasswordStringVariable, requiresValue: false}]
  phases: [{phase: P, tasks: [{name: T}]}]
- name: guarded
  type: time.Schedule
  template: Guarded
  releaseTitle: Night
  pollType: CRON
  periodicity: 0 0 3 * * *
  variables: [{key: token, type: xlrelease.PasswordStringVariable, value: ${password}}]`,
      'Guard',
    );
  await xl.apply(nightly('first-pass'));
  expect((await xl.plan(nightly('first-pass'))).isSame).toBe(true);
  const { changes } = await xl.plan(nightly('second-pass'));
  expect(changes).toMatchObject([
    {
      kind: 'Trigger',
      action: 'update',
      fields: [{ field: 'variables[token].value', before: '********', after: '********' }],
    },
  ]);
  expect((await xl.apply(nightly('second-pass'))).ids).toMatchObject([{ kind: 'Trigger', updated: [changes[0]?.id] }]);
  expect((await xl.plan(nightly('second-pass'))).isSame).toBe(true);
  expect((await xl.plan(nightly('first-pass'))).isSame).toBe(false);
});

test('permissions on a missing folder cause a warning, and plugin properties named template or folder are kept', async () => {
  const plan = document(
    'Templates',
    `- template: T
  defaultTargetFolder: ./
  variables: [{key: v, type: xlrelease.StringVariable, value: 1.10}, {key: n, type: xlrelease.StringVariable, value: 8202522731445525542}]
  phases: [{phase: P, tasks: [{name: t, type: acme.Send, template: mail.html, folder: inbox}]}]`,
    'Odd',
  );
  const teams = document('Permissions', '- {directory: Nowhere, teams: [{name: Crew, members: [ann]}]}');
  const { warnings } = await xl.plan(`${plan}---\n${teams}`);
  expect(warnings).toContain("permissions of 'Nowhere' are ignored: there is no such folder");
  const { ids } = await xl.apply(`${plan}---\n${teams}`);
  const [id = ''] = ids.find(({ kind }) => kind === 'Template')?.created ?? [];
  const template = await source.rest.get<Readonly<Record<string, unknown>>>(`/templates/${id}`);
  const folder = id.split('/').at(-2);
  expect(template).toMatchObject({
    variables: [{ value: '1.10' }, { value: '8202522731445525542' }],
    phases: [{ tasks: [{ template: 'mail.html', folder: 'inbox' }] }],
  });
  expect(String(template.defaultTargetFolderId)).toContain(folder);
  expect((await xl.plan(plan)).isSame).toBe(true);
});
