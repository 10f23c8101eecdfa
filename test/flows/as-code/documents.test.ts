import { expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { basicAuth } from '../../harness/rest/rest-client.ts';
import { packZip } from '../../harness/rest/template-files.ts';
import { commandLine, document } from './command-line.ts';

const { rest, url } = serve();
const xl = commandLine(rest, url);

interface Changes {
  readonly ids: readonly { readonly kind: string; readonly created: readonly string[] }[];
}
type Part = readonly [part: string, name: string, content: string | Buffer];

/** Sends files in one form, in the order of the list. */
async function sent(path: string, ...parts: readonly Part[]) {
  const form = new FormData();
  for (const [part, name, content] of parts) form.append(part, new Blob([new Uint8Array(Buffer.from(content))]), name);
  const answer = await fetch(`${url()}${path}`, { method: 'POST', headers: basicAuth('admin', 'admin'), body: form });
  return { status: answer.status, body: (await answer.json()) as { readonly changes: Changes } };
}
const apply = '/devops-as-code/apply';
const template = async (title: string): Promise<Release> => {
  const [foundTemplate] = await rest.get<readonly Release[]>(`/templates?title=${title}`);
  return await rest.get<Release>(`/templates/${foundTemplate?.id}`);
};
const scripted = (title: string) =>
  document(
    'Templates',
    `- {template: ${title}, phases: [{phase: P, tasks: [{name: S, type: rel.ScriptTask, script: !file scripts/ship.py}]}]}`,
    'Forms',
  );

test('several files in one form are one set of documents and attached files', async () => {
  const chat = document('Templates', '- {name: Chat, type: acme.Chat, token: !value chat}', 'Forms');
  const parts: readonly Part[] = [
    ['file', 'plan.yaml', scripted('Sent')],
    ['file', 'chat.yml', chat],
    ['beside', 'scripts/ship.py', 'print(1)\n'],
    ['file', 'secrets.xlvals', 'chat=hidden\n'],
  ];
  const { status, body } = await sent(apply, ...parts);
  expect([status, body.changes.ids.map(({ kind }) => kind)]).toEqual([200, ['Folder', 'Configuration', 'Template']]);
  expect((await template('Sent')).phases[0]?.tasks).toMatchObject([{ script: 'print(1)\n' }]);
  expect((await sent('/devops-as-code/preview', ...parts)).body.changes.ids).toEqual([]);
  expect((await sent('/api/v1/as-code/plan', ...parts)).body).toMatchObject({ isSame: true });
});

test('several files in one form are applied as a whole or not at all', async () => {
  const invalidDocument = document('Templates', '- {template: Wrong, defaultTargetFolder: Gone}', 'Forms');
  expect(
    await sent(
      apply,
      ['file', 'a.yaml', document('Templates', '- {template: Right}', 'Forms')],
      ['file', 'b.yaml', invalidDocument],
    ),
  ).toEqual({
    status: 400,
    body: { errors: { generic: "there is no folder at 'Gone'" } },
  });
  expect(await rest.get('/templates?title=Right')).toEqual([]);
});

test('the index is read first, wherever it is, and each imported document is read once, in its home folder', async () => {
  const importedDocument = 'apiVersion: xl-release/v1\nkind: Templates\nspec:\n- template: Brought\n';
  const index =
    'apiVersion: xl-release/v1\nkind: Import\nmetadata: {home: Brought in}\nspec: {imports: [./parts/one.yaml]}\n';
  const { body } = await sent(apply, ['file', 'parts/one.yaml', importedDocument], ['file', 'index.yaml', index]);
  expect(body.changes.ids.map(({ created }) => created.length)).toEqual([1, 1]);
  expect(await rest.get('/folders/find?byPath=Brought%20in')).toMatchObject({ title: 'Brought in' });
});

test.each<readonly [string, string, readonly Part[]]>([
  [
    'a file that is not YAML',
    'file: expected a YAML or zip file in a part with this name',
    [['beside', 'a.yaml', 'a: 1']],
  ],
  ['no file', 'file: expected a YAML or zip file in a part with this name', []],
  [
    'two files with one name',
    "file: two parts of the form are named 'a.yaml'",
    [
      ['file', './a.yaml', 'a: 1'],
      ['file', 'a.yaml', 'a: 1'],
    ],
  ],
  [
    'a name with a parent folder',
    "file: '../a.yaml' is not a relative file path",
    [
      ['file', 'b.yaml', 'a: 1'],
      ['file', '../a.yaml', 'a: 1'],
    ],
  ],
  [
    'an absolute path as name',
    "file: '/etc/a.yaml' is not a relative file path",
    [
      ['file', 'b.yaml', 'a: 1'],
      ['file', '/etc/a.yaml', 'a: 1'],
    ],
  ],
])('a form with %s is refused', async (_, problem, parts) => {
  const { status, body } = await sent(apply, ...parts);
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(problem)]);
});

test('an archive must be the only file of a form', async () => {
  const archive = await packZip({ 'index.yaml': document('Templates', '- {template: Zipped}', 'Forms') });
  const { status, body } = await sent(apply, ['file', 'a.zip', archive], ['file', 'b.yaml', 'a: 1']);
  expect([status, body]).toEqual([400, { errors: { generic: "file: send the archive 'a.zip' without other files" } }]);
  expect((await sent(apply, ['file', 'a.zip', archive])).status).toBe(200);
});

test('a new template may refer to itself, by its title and by its path', async () => {
  const own = (text: string) =>
    document(
      'Templates',
      `- template: Again
  phases:
  - phase: P
    tasks:
    - {name: Next, type: rel.CreateReleaseTask, newReleaseTitle: next, template: ${text}}
    - {name: Gate, type: rel.GateTask, dependencies: [{target: P/Next}]}`,
      'Round',
    );
  const { changes } = await xl.plan(own('Again'));
  expect(changes.map(({ action, path }) => [action, path])).toEqual([
    ['create', 'Round'],
    ['create', 'Round/Again'],
  ]);
  expect(changes[1]?.fields.map(({ field }) => field)).toEqual(['template', 'phases[P]']);
  await xl.apply(own('Again'));
  const createdItem = await template('Again');
  expect(createdItem.phases.map(({ title }) => title)).toEqual(['P']);
  expect(createdItem.phases[0]?.tasks).toMatchObject([
    { templateId: createdItem.id },
    { dependencies: [{ targetId: createdItem.phases[0]?.tasks[0]?.id }] },
  ]);
  expect((await xl.plan(own('Again'))).isSame).toBe(true);
  expect((await xl.plan(own('Round/Again'))).isSame).toBe(true);
});

test('secrets of another server are left out with a warning, and stored secrets stay', async () => {
  const code = (secret: string, url: string) =>
    document(
      'Templates',
      `- {name: Vault, type: acme.Vault, url: ${url}, token: "${secret}"}
- template: Guarded
  variables: [{key: token, type: rel.PasswordStringVariable, value: "${secret}", requiresValue: false}]`,
      'Foreign',
    );
  const [sealed, url] = ['{aes:v0}Zm9yZWlnbg==', 'https://vault/b'];
  await xl.apply(code('right', 'https://vault/a'));
  const foreign = code(sealed, url);
  const { changes, warnings } = await xl.plan(foreign);
  expect(changes.map(({ path, fields }) => [path, fields.map(({ field }) => field)])).toEqual([
    ['Foreign/Vault', ['url']],
  ]);
  expect(warnings).toEqual([
    "'Vault': token was left out: a secret of another server, or a masked one",
    "template 'Guarded': variable 'token': value was left out: a secret of another server, or a masked one",
  ]);
  expect(await xl.send('apply', foreign)).toMatchObject({ status: 200, body: { warnings } });
  expect((await xl.plan(code('right', url))).isSame).toBe(true);
  const moved = await xl.send('apply', code(sealed, 'https://other/b'));
  expect([moved.status, JSON.stringify(moved.body)]).toEqual([400, expect.stringContaining('token: ')]);
});
