import { expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import type { Folder } from '../../harness/rest/response-types.ts';
import type { Teams } from './teams.ts';

// With a directory, a team may name users who have not logged in yet (permissions.md, section 3).
const { rest } = serve({
  LDAP_URL: 'ldap://127.0.0.1:9',
  LDAP_USER_BASE: 'ou=people,dc=acme',
  LDAP_USER_FILTER: '(uid={0})',
});

test('a user of the directory can join a team, an unknown role cannot', async () => {
  const { id } = await rest.post<Folder>('/folders/Applications', { title: 'Outside' });
  const teamsWith = (member: object) => [{ teamName: 'Outsiders', members: [member], permissions: ['folder#view'] }];
  const teams = await rest.post<Teams>(`/folders/${id}/teams`, teamsWith({ name: 'Una' }));
  expect(teams.at(-1)?.members).toEqual([{ name: 'Una', type: 'PRINCIPAL' }]);
  expect(await rest.sendForError('POST', `/folders/${id}/teams`, teamsWith({ name: 'x', type: 'ROLE' }))).toBe(
    "400 0.members.0: there is no role 'x'",
  );
  expect(await rest.sendForError('POST', `/folders/${id}/teams`, teamsWith({}))).toBe(
    "400 0.members.0: there is no user ''",
  );
});
