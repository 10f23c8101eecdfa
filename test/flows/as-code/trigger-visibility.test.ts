import { beforeAll, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { basicAuth, createRestClient } from '../../harness/rest/rest-client.ts';
import { commandLine, document, generateDocuments } from './command-line.ts';

const product = serve();
const { rest, url } = product;
const admin = commandLine(rest, url);
const people = peopleOf(product);

const hook = (title: string, path: string) =>
  `- {name: ${title}, type: events.PostWebhookEndpoint, path: ${path}, enabled: true, authentication: {type: events.NoAuthentication}}`;
const eventTrigger = (source: string) =>
  `- {name: pushed, type: events.EventBasedTrigger, template: Plan, releaseTitle: p, eventSource: ${source}, enabled: true}`;
const nightly = (title: string, template = 'Plan') =>
  `- {name: nightly, type: time.Schedule, template: ${template}, releaseTitle: ${title}, pollType: REPEAT, periodicity: 3600, enabled: true}`;
const inside = (spec: string) => document('Templates', spec, 'Outer/Inner');

/** Creates a user in a team of the inner folder with these permissions. */
async function member(name: string, ...permissions: readonly string[]) {
  await people.createUser(name);
  const inner = await rest.get<{ readonly id: string }>('/folders/find?byPath=Outer/Inner');
  await people.createTeam(inner, permissions, { users: [name] }, name);
  const login = basicAuth(name, 'admin');
  return { login, xl: commandLine(createRestClient(url, login), url) };
}
type Member = Awaited<ReturnType<typeof member>>;
let [viewer, reader, editor]: Member[] = [];

beforeAll(async () => {
  await admin.apply(document('Templates', hook('Outside', 'outside'), 'Outer'));
  await admin.apply(
    inside('- {template: Plan, phases: [{phase: P, tasks: [{name: T}]}]}\n- {name: Chat, type: acme.Chat}'),
  );
  await admin.apply(inside(`${hook('Inside', 'inside')}\n${eventTrigger('Outside')}\n${nightly('n')}`));
  const seeing = ['folder#view', 'template#view'];
  viewer = await member('viewer', ...seeing, 'template#edit');
  reader = await member('reader', ...seeing, 'trigger#view_trigger');
  const making = ['template#create_release', 'trigger#edit_trigger', 'folder#edit_configuration'];
  editor = await member('editor', ...seeing, 'trigger#view_trigger', ...making);
});

const generatedFor = async ({ login }: Member) => (await generateDocuments(url(), 'path=Outer/Inner', login)).yaml;

test('generated documents contain the triggers and connections that the caller may see, and no other names', async () => {
  const [forAdmin, forViewer, forReader] = [
    (await generateDocuments(url(), 'path=Outer/Inner')).yaml,
    await generatedFor(viewer!),
    await generatedFor(reader!),
  ];
  expect(forAdmin).toContain('eventSource: Outside');
  expect([forViewer.includes('template: Plan'), forViewer.includes('name: Chat')]).toEqual([true, true]);
  expect(forViewer).not.toMatch(/nightly|pushed|Outside/);
  expect(forReader).toMatch(/name: nightly(?:\n.*)*template: Outer\/Inner\/Plan/);
  expect(forReader).toMatch(/eventSource: Applications\/Folder\w+\/Configuration\w+/);
  expect(forReader).not.toContain('Outside');
  const above = await fetch(`${url()}/devops-as-code/generate?path=Outer`, { headers: reader!.login });
  expect(above.status).toBe(404);
});

test('a trigger that the caller may not see is reported as missing', async () => {
  const planTrigger = async (title: string) => {
    const { status, body } = await viewer!.xl.send('preview', inside(nightly('other').replace('nightly', title)));
    return [status, JSON.stringify(body).replaceAll(title, 'TITLE')];
  };
  expect(await planTrigger('nightly')).toEqual(await planTrigger('absent'));
  expect((await planTrigger('nightly'))[0]).toBe(403);
});

test('a caller who may view a trigger but not change it does not learn whether the document equals it', async () => {
  const same = await reader!.xl.send('preview', inside(nightly('n')));
  expect(same).toEqual(await reader!.xl.send('preview', inside(nightly('other'))));
  expect(same.status).toBe(403);
});

test('an event source that the caller may not see has no title in documents and plans', async () => {
  const absent = await editor!.xl.send('preview', inside(eventTrigger('Absent')));
  expect(absent).toEqual({ status: 400, body: { errors: { generic: "there is no configuration 'Absent'" } } });
  expect(await editor!.xl.send('preview', inside(eventTrigger('Outside')))).toEqual({
    status: 400,
    body: { errors: { generic: "there is no configuration 'Outside'" } },
  });
  const { changes } = await editor!.xl.plan(inside(eventTrigger('Inside')));
  expect(changes.map(({ path, fields }) => [path, fields])).toEqual([
    [
      'Outer/Inner/pushed',
      [
        {
          field: 'eventSource',
          before: expect.stringMatching(/^Applications\/Folder\w+\/Configuration\w+$/),
          after: 'Inside',
        },
      ],
    ],
  ]);
  expect((await editor!.xl.plan(inside(nightly('n')))).isSame).toBe(true);
});

test('effects on triggers are listed only for callers who may see them', async () => {
  const edited = inside('- {template: Plan, description: new, phases: [{phase: P, tasks: [{name: T}]}]}');
  expect((await viewer!.xl.plan(edited)).effects).toEqual([]);
  expect((await admin.plan(edited)).effects).toMatchObject([{ triggerCount: 2 }]);
  const connection = await editor!.xl.plan(inside(hook('Inside', 'elsewhere')));
  expect([connection.changes.length, connection.effects]).toEqual([1, []]);
});
