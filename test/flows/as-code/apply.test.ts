import { expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { basicAuth } from '../../harness/rest/rest-client.ts';
import { commandLine, document } from './command-line.ts';

const { rest, url } = serve();
const xl = commandLine(rest, url);

const shop = (script: string, more = '') =>
  document(
    'Templates',
    `- directory: Inner
  children:
  - template: Shop
    description: A shop
    tags: [web]
    scriptUsername: admin
    scriptUserPassword: admin
    variables:
    - {key: version, type: xlrelease.StringVariable, value: "1.0", requiresValue: true}
    - {key: token, type: xlrelease.PasswordStringVariable, value: secret, requiresValue: false, showOnReleaseStart: false}
    phases:
    - phase: Build
      color: '#0099CC'
      tasks:
      - name: Compile
        type: xlrelease.ScriptTask
        script: |
          ${script}
      - name: Both
        type: xlrelease.ParallelGroup
        links: [{source: A, target: B}]
        tasks: [{name: A}, {name: B}]
${more}
    - phase: Ship
      tasks:
      - {name: Ask, type: xlrelease.UserInputTask, variables: [version]}
      - {name: Sure, type: xlrelease.GateTask, conditions: [{name: tested}], dependencies: [{target: Build/Compile}]}
      - {name: Next, type: xlrelease.CreateReleaseTask, newReleaseTitle: next, template: Inner/Other}
  - template: Other
    phases: [{phase: Only, tasks: [{name: Do}]}]`,
    'Store',
  );

const template = async (path: string): Promise<Release> => {
  const titles = path.split('/');
  const foundTemplates = await rest.get<readonly Release[]>(
    `/templates?title=${encodeURIComponent(titles.at(-1) ?? '')}`,
  );
  return await rest.get<Release>(`/templates/${foundTemplates[0]?.id}`);
};

test('documents create folders and templates; applying them again changes nothing', async () => {
  const planned = await xl.plan(shop('print 1'));
  expect(planned.changes.map(({ kind, action, path }) => `${action} ${kind} ${path}`)).toEqual([
    'create Folder Store',
    'create Folder Store/Inner',
    'create Template Store/Inner/Other',
    'create Template Store/Inner/Shop',
  ]);
  expect(await rest.get<readonly Release[]>('/templates')).toEqual([]);

  const { ids, cis } = await xl.apply(shop('print 1'));
  expect(ids.map(({ kind, created, updated }) => [kind, created.length, updated.length])).toEqual([
    ['Folder', 2, 0],
    ['Template', 2, 0],
  ]);
  expect(cis?.created).toHaveLength(4);
  const createdItem = await template('Shop');
  const secondTemplate = await template('Other');
  expect(createdItem).toMatchObject({ title: 'Shop', description: 'A shop', tags: ['web'], scriptUsername: 'admin' });
  const [build, ship] = createdItem.phases;
  expect(build?.tasks.map(({ title }) => title)).toEqual(['Compile', 'Both']);
  expect(build?.tasks[1]).toMatchObject({
    links: [{ source: expect.stringContaining('Task'), target: expect.stringContaining('Task') }],
  });
  expect(ship?.tasks).toMatchObject([
    { variables: [createdItem.variables[0]?.id] },
    { conditions: [{ title: 'tested' }], dependencies: [{ targetId: build?.tasks[0]?.id }] },
    { newReleaseTitle: 'next', templateId: secondTemplate.id },
  ]);

  expect(await xl.plan(shop('print 1'))).toEqual({ isSame: true, changes: [], effects: [] });
  expect(await xl.apply(shop('print 1'))).toEqual({ ids: [] });
  expect((await template('Shop')).phases).toEqual(createdItem.phases);
});

test('a plan lists each field that an update changes and the running releases; the update changes only these and keeps all ids', async () => {
  const before = await template('Shop');
  const release = await rest.post<Release>(`/templates/${before.id}/create`, { releaseTitle: 'running' });
  await rest.post(`/releases/${release.id}/start`);
  const edited = shop('print 2', '      - {name: Added, description: new}')
    .replace('{name: B}', '{name: B, locked: true}')
    .replace('{name: tested}', '{name: tested}, {name: signed}');
  const planned = await xl.plan(edited);
  const [change] = planned.changes;
  expect(planned.changes).toHaveLength(1);
  expect(change).toMatchObject({ kind: 'Template', action: 'update', path: 'Store/Inner/Shop', id: before.id });
  expect(change?.fields).toEqual([
    { field: 'phases[Build].tasks[Compile].script', before: 'print 1\n', after: 'print 2\n' },
    { field: 'phases[Build].tasks[Both].tasks[B].locked', after: true },
    { field: 'phases[Build].tasks[Added]', after: { name: 'Added', description: 'new' } },
    { field: 'phases[Ship].tasks[Sure].conditions[signed]', after: { name: 'signed' } },
  ]);
  expect(planned.effects).toMatchObject([
    {
      path: 'Store/Inner/Shop',
      runningReleases: 1,
      releases: [{ title: 'running', status: 'IN_PROGRESS' }],
      triggers: [],
    },
  ]);
  expect(await template('Shop')).toMatchObject({ phases: before.phases });

  const { ids } = await xl.apply(edited);
  expect(ids).toEqual([{ kind: 'Template', created: [], updated: [before.id] }]);
  const after = await template('Shop');
  expect(after.phases[0]?.tasks.map(({ id, title }) => [id, title])).toEqual([
    ...before.phases[0]!.tasks.map(({ id, title }) => [id, title]),
    [expect.any(String), 'Added'],
  ]);
  expect((await xl.plan(edited)).isSame).toBe(true);
  await xl.apply(shop('print 1'));
  expect((await template('Shop')).phases[0]?.tasks.map(({ title }) => title)).toEqual(['Compile', 'Both']);
});

test('a changed secret is listed without its text; an unchanged one is not listed', async () => {
  const { changes } = await xl.plan(shop('print 1').replace('value: secret', 'value: other'));
  expect(changes[0]?.fields).toEqual([{ field: 'variables[token].value', before: '********', after: '********' }]);
  expect(JSON.stringify(changes)).not.toContain('other');
});

test('a set with one invalid document changes nothing', async () => {
  const invalidDocument = `${document('Templates', '- {template: Fine, phases: [{phase: P, tasks: [{name: T}]}]}', 'Fresh')}---\n${document('Templates', '- {template: Wrong, phases: [{phase: P, tasks: [{name: C, type: xlrelease.CreateReleaseTask, newReleaseTitle: x, template: Gone/Away}]}]}')}`;
  expect(await xl.send('apply', invalidDocument)).toEqual({
    status: 400,
    body: { errors: { generic: "there is no template 'Gone/Away'" } },
  });
  expect(await xl.send('apply', 'a: [')).toMatchObject({
    status: 400,
    body: { errors: { document: { field: 'document' } } },
  });
  expect(await rest.sendForError('GET', '/folders/find?byPath=Fresh')).toMatch(/^404 /);
});

test('templates that refer to each other are both created', async () => {
  const task = (name: string) => `{name: C, type: xlrelease.CreateReleaseTask, newReleaseTitle: x, template: ${name}}`;
  const pair = document(
    'Templates',
    `- {template: One, phases: [{phase: P, tasks: [${task('Two')}]}]}\n- {template: Two, phases: [{phase: P, tasks: [${task('One')}]}]}`,
    'Pair',
  );
  const { changes } = await xl.plan(pair);
  expect(changes.map(({ action, path }) => [action, path])).toEqual([
    ['create', 'Pair'],
    ['create', 'Pair/Two'],
    ['create', 'Pair/One'],
  ]);
  await xl.apply(pair);
  expect((await xl.plan(pair)).isSame).toBe(true);
  const [first, second] = [await template('One'), await template('Two')];
  expect(first.phases[0]?.tasks).toMatchObject([{ templateId: second.id }]);
  expect(second.phases[0]?.tasks).toMatchObject([{ templateId: first.id }]);
});

test('approvals of a gate are created, read back, edited and removed', async () => {
  const gate = (requirements: string) =>
    document(
      'Templates',
      `- {template: Asks, phases: [{phase: P, tasks: [{name: G, type: xlrelease.GateTask${requirements}}]}]}`,
      'Gates',
    );
  const first = ', approvalRequirements: [{role: qa, count: 2, fourEyes: false}]';
  const second = ', approvalRequirements: [{role: qa, count: 3}, {role: ops}]';
  await xl.apply(gate(first));
  const full = { role: 'qa', count: 2, fourEyes: false, aheadOfTime: false, wholeRelease: false };
  expect((await template('Asks')).phases[0]?.tasks).toMatchObject([{ approvalRequirements: [full] }]);
  for (const edited of [first, second, '', first]) {
    const { changes } = await xl.plan(gate(edited));
    expect(changes.flatMap(({ fields }) => fields.map(({ field }) => field))).toEqual(
      edited === first && changes.length === 0 ? [] : ['phases[P].tasks[G].approvalRequirements'],
    );
    await xl.apply(gate(edited));
    expect((await xl.plan(gate(edited))).changes).toEqual([]);
  }
  expect((await template('Asks')).phases[0]?.tasks).toMatchObject([{ approvalRequirements: [full] }]);
});

test('a multipart request with a document in a file part is applied', async () => {
  const form = new FormData();
  form.set('file', new Blob([document('Templates', '- {template: Sent}', 'Forms')]), 'index.yaml');
  const answer = await fetch(`${url()}/devops-as-code/apply`, {
    method: 'POST',
    headers: basicAuth('admin', 'admin'),
    body: form,
  });
  expect([answer.status, (await template('Sent')).title]).toEqual([200, 'Sent']);
});
