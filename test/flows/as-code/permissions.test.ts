import { beforeAll, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import type { RestClient } from '../../harness/rest/rest-client.ts';
import { commandLine, document } from './command-line.ts';

const product = serve();
const admin = commandLine(product.rest, product.url);
const people = peopleOf(product);
let [editor, viewer] = [admin, admin];

const createReleaseTask = (template: string, title = 'Caller'): string =>
  document(
    'Templates',
    `- template: ${title}
  phases: [{phase: P, tasks: [{name: C, type: rel.CreateReleaseTask, newReleaseTitle: x, template: ${template}}]}]`,
    'Open',
  );
const guessed = (value: string): string =>
  document(
    'Templates',
    `- {name: Chat, type: acme.Chat, password: ${value}}
- {template: Plan, variables: [{key: token, type: rel.PasswordStringVariable, value: ${value}}], phases: [{phase: P}]}`,
    'Open',
  );
const globally = (value: string): string =>
  document('Configurations', `- {name: Mail, type: acme.Mail, password: ${value}}`);

beforeAll(async () => {
  await admin.apply(globally('right'));
  await admin.apply(guessed('right'));
  await admin.apply(
    document(
      'Templates',
      `- directory: Inner
- {template: Target, phases: [{phase: P}]}
- {name: nightly, type: time.Schedule, template: Open/Plan, releaseTitle: n, pollType: REPEAT, periodicity: 3600, enabled: true}`,
      'Closed',
    ),
  );
  await admin.apply(createReleaseTask('Closed/Target'));
  const { rest } = product;
  const open = await rest.get<{ id: string }>('/folders/find?byPath=Open');
  const planAs = async (client: RestClient) => commandLine(client, product.url);
  editor = await planAs(await people.createUserWith(open, 'folder#view', 'template#view', 'template#edit'));
  viewer = await planAs(await people.createUserWith(open, 'folder#view', 'template#view'));
});

test('items that the caller may not see are reported as missing', async () => {
  const about = (home: string, spec: string) => editor.send('preview', document('Templates', spec, home));
  const mentions = async (answer: Promise<unknown>, ...names: readonly string[]) =>
    names.reduce((text, name) => text.replaceAll(name, 'NAME'), JSON.stringify(await answer));
  for (const spec of ['- {template: Target, phases: []}', '- directory: Inner', '- {dashboard: Wall, tiles: []}']) {
    expect(await mentions(about('Closed', spec), 'Closed')).toBe(await mentions(about('Absent', spec), 'Absent'));
  }
  const calls = (path: string) => mentions(editor.send('preview', createReleaseTask(path, 'New')), path);
  expect(await calls('Closed/Target')).toBe(await calls('Closed/Absent'));
});

test('generated documents and plans contain the bare ids of items that the caller may not see', async () => {
  const { changes, effects } = await editor.plan(
    document('Templates', '- {template: Plan, description: new, phases: [{phase: P}]}', 'Open'),
  );
  expect([changes.length, effects]).toEqual([1, []]);
  const { changes: deletedChanges } = await editor.plan(
    document('Templates', '- {template: Caller, phases: [{phase: P}]}', 'Open'),
  );
  expect(JSON.stringify(deletedChanges)).not.toContain('Closed');
  expect(JSON.stringify(deletedChanges)).toContain('Release');
});

test('only callers who may change a secret learn whether a guess is right', async () => {
  for (const [client, code] of [
    [viewer, guessed('right')],
    [viewer, globally('right')],
    [editor, globally('right')],
    [viewer, document('Templates', '- {template: Plan, phases: [{phase: P}]}', 'Open')],
  ] as const) {
    expect(await client.send('preview', code)).toMatchObject({ status: 403 });
  }
  expect(await viewer.send('preview', guessed('wrong'))).toEqual(await viewer.send('preview', guessed('right')));
});

test('a template without phases is created without phases, and applying it again changes nothing', async () => {
  const empty = document('Templates', '- {template: Empty}\n- {template: Listed, phases: []}', 'Open');
  const { changes } = await admin.plan(empty);
  expect(changes.map(({ action, path, fields }) => [action, path, fields])).toEqual([
    ['create', 'Open/Empty', [{ field: 'template', after: 'Empty' }]],
    ['create', 'Open/Listed', [{ field: 'template', after: 'Listed' }]],
  ]);
  await admin.apply(empty);
  expect(await admin.plan(empty)).toMatchObject({ isSame: true });
});

const gated = (target: string, title = 'Gated'): string =>
  document(
    'Templates',
    `- {template: ${title}, phases: [{phase: P, tasks: [{name: g, type: rel.GateTask, dependencies: [{target: ${target}}]}]}]}`,
    'Open',
  );

test('a gate depends only on items that the caller may see, in new and in existing templates', async () => {
  const [target] = await product.rest.get<readonly { readonly id: string }[]>('/templates?title=Target');
  const targetId = target!.id.slice(target!.id.lastIndexOf('/') + 1);
  const refusal = (name: string) => ({
    status: 400,
    body: { errors: { generic: `there is no release, phase or task '${name}'` } },
  });
  for (const title of ['Gated', 'Plan']) {
    expect(await editor.send('preview', gated(targetId, title))).toEqual(refusal(targetId));
    expect(await admin.send('preview', gated(targetId, title))).toMatchObject({ status: 200 });
    for (const client of [editor, admin]) {
      expect(await client.send('preview', gated('ReleaseNone', title))).toEqual(refusal('ReleaseNone'));
      expect(await client.send('preview', gated('Q/Tset', title))).toEqual(refusal('Tset'));
    }
  }
});

test('unknown task types are listed once for each template, by both plan and apply', async () => {
  const tasks =
    '[{name: a, type: acme.Gone}, {name: g, type: rel.SequentialGroup, tasks: [{name: b, type: acme.Gone}]}, {name: c, type: rel.CustomScriptTask, pythonScript: {type: acme.Lost}}, {name: d, type: rel.Gate}]';
  const code = document('Templates', `- {template: Odd, phases: [{phase: P, tasks: ${tasks}}]}`, 'Open');
  const line = (type: string) => `template 'Open/Odd': tasks of the unknown type '${type}' become manual tasks`;
  expect((await admin.plan(code)).warnings).toEqual([line('acme.Gone'), line('acme.Lost')]);
  expect(await admin.send('apply', code)).toMatchObject({ body: { warnings: [line('acme.Gone'), line('acme.Lost')] } });
});

test('a user without any permission gets 403 with the name of the permission before documents are read', async () => {
  const unprivileged = commandLine(await people.createUserWithoutPermissions(), product.url);
  const unreadable = '}: no YAML';
  for (const action of ['apply', 'preview']) {
    expect(await unprivileged.send(action, unreadable)).toMatchObject({
      status: 403,
      body: { errors: { permission: [{ permission: 'template#create' }] } },
    });
    expect(await viewer.send(action, unreadable)).toMatchObject({ status: 400 });
  }
  await expect(unprivileged.plan(unreadable)).rejects.toThrow(
    'answered 403: Permission template#create on APPLICATIONS',
  );
});
