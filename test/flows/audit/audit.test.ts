import { writeAudit } from '@slipway/persistence/audit';
import { addUser } from '@slipway/persistence/people';
import { expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { basicAuth, createRestClient } from '../../harness/rest/rest-client.ts';

const product = serve();
const { rest } = product;

interface Line {
  readonly id: number;
  readonly subject: string;
}

test('the audit log is read page by page, with filters, newest entry first', async () => {
  const database = product.database();
  const actor = { username: 'Ann', address: '10.0.0.1' };
  await writeAudit(database, { actor, action: 'ROLE_CREATED', subject: 'Ops', before: null, after: { b: 1, a: [] } });
  await writeAudit(database, { actor, action: 'ROLE_DELETED', subject: 'Ops', before: {}, after: null });
  await writeAudit(database, { actor, action: 'USER_DELETED', subject: 'bob', before: {}, after: null });
  const subjects = async (query: string) =>
    (await rest.get<Line[]>(`/audit?username=ann&${query}`)).map(({ subject }) => subject);
  expect(await subjects('')).toEqual(['bob', 'Ops', 'Ops']);
  expect(await subjects('page=1&resultsPerPage=2')).toEqual(['Ops']);
  const [newest] = await rest.get<Line[]>('/audit?username=ann');
  expect(await subjects(`before=${newest?.id}`)).toEqual(['Ops', 'Ops']);
  expect(await subjects('subject=OPS&action=ROLE_CREATED')).toEqual(['Ops']);
  expect(await subjects('action=USER_DELETED&action=ROLE_DELETED')).toEqual(['bob', 'Ops']);
  expect(await subjects('address=10.0.0.2')).toEqual([]);
  expect(await subjects(`from=${Date.now() + 60_000}`)).toEqual([]);
  expect(await rest.get('/audit?action=ROLE_CREATED')).toEqual([
    {
      id: expect.any(Number),
      date: expect.stringMatching(/\+00:00$/),
      action: 'ROLE_CREATED',
      username: 'Ann',
      address: '10.0.0.1',
      subject: 'Ops',
      after: { a: [], b: 1 },
      count: 1,
    },
  ]);
  expect(await rest.sendForError('GET', '/audit?action=ALL')).toMatch(/^400 action: /);
});

test('callers without the permission cannot read the audit log', async () => {
  const [row] = await product.database().query<{ readonly hash: string }>({
    text: `select password_hash as hash from users where username = 'admin'`,
  });
  await addUser(product.database(), { username: 'curious', passwordHash: row!.hash, fullName: null, email: null });
  const unprivilegedUser = createRestClient(product.url, basicAuth('curious', 'admin'));
  expect(await unprivilegedUser.sendForError('GET', '/audit')).toBe(
    '403 Permission audit#view on APPLICATIONS on Applications is not granted to you.',
  );
});
