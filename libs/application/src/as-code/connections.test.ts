import { createSeal } from '@slipway/persistence/secrets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CodeTestEnvironment, homeDocument, openCodeTest } from './testing.ts';

const property = (name: string, kind: string, password = false) => ({ name, kind, password, defaultValue: null });
const type = (name: string, ...properties: readonly object[]) => ({
  name,
  plugin: 'acme',
  root: 'PythonScript',
  open: false,
  inputs: ['server', 'secret', 'note'],
  properties,
  script: null,
  abortScript: null,
  scripts: new Map(),
  modules: null,
});
const send = type(
  'acme.Send',
  property('server', 'ci'),
  property('secret', 'string', true),
  property('note', 'string'),
);

let code: CodeTestEnvironment;
beforeAll(async () => {
  code = await openCodeTest({ types: new Map([['acme.Send', send]]) as never });
  await code.apply(homeDocument([{ name: 'Chat', type: 'acme.Chat', url: 'x' }]));
});
afterAll(() => code.close());

const sending = (fields: object) =>
  homeDocument([
    { template: 'Sends', phases: [{ phase: 'P', tasks: [{ name: 'Send', type: 'acme.Send', ...fields }] }] },
  ]);
async function stored(): Promise<{ readonly server?: string; readonly secret?: string; readonly note?: string }> {
  const [row] = await code.database.query<{ readonly properties: object }>({
    text: `select passive -> 'properties' as properties from live_tasks where type = 'acme.Send'`,
  });
  return row?.properties ?? {};
}
const idOfChat = async (): Promise<string> => {
  const [row] = await code.database.query<{ readonly id: string }>({
    text: `select id from configurations where title = 'Chat'`,
  });
  return row!.id;
};

test('a task refers to a connection by title, and stores its id', async () => {
  await code.apply(sending({ server: 'Chat', secret: 'hidden', note: 'Chat' }));
  expect(await stored()).toMatchObject({ server: expect.stringContaining(await idOfChat()), note: 'Chat' });
  expect((await code.apply(sending({ server: 'Chat', secret: 'hidden', note: 'Chat' }))).changes).toEqual([]);
  await expect(code.apply(sending({ server: 'Gone' }))).rejects.toThrow("there is no configuration 'Gone'");
  await code.apply(sending({ server: '${server}', secret: 'hidden', note: 'Chat' }));
  expect((await stored()).server).toBe('${server}');
});

test('a secret of a task stays if the document omits it or contains one of another server', async () => {
  const openedSecret = async () => createSeal('a secret for tests').open('property', (await stored()).secret ?? '');
  const note = (text: string, more: object = {}) => sending({ server: 'Chat', note: text, ...more });
  await code.apply(note('one', { secret: 'hidden' }));
  for (const [text, more] of [
    ['two', {}],
    ['three', { secret: '' }],
    ['four', { secret: '********' }],
    ['five', { secret: '{aes:v0}Zm9yZWlnbg==' }],
  ] as const) {
    const { changes } = await code.apply(note(text, more).replace(/!value .*/, "'********'"));
    expect(changes.map(({ fields }) => fields.map(({ field }) => field))).toEqual([['phases[P].tasks[Send].note']]);
    expect([text, await openedSecret(), (await stored()).note]).toEqual([text, 'hidden', text]);
  }
  const { changes } = await code.apply(note('five', { secret: 'other' }));
  expect(changes.map(({ fields }) => fields)).toEqual([
    [{ field: 'phases[P].tasks[Send].secret', before: '********', after: '********' }],
  ]);
  expect(await openedSecret()).toBe('other');
});
