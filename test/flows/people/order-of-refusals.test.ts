import { beforeAll, describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { releaseOf } from '../../harness/rest/plans.ts';
import type { Rest } from '../../harness/rest/rest.ts';

const served = serve();
const { rest } = served;
const people = peopleOf(served);

describe('who lacks a right is told so before what is wrong with the call', () => {
  let folder: { readonly id: string };
  let reader: Rest;
  let stranger: Rest;
  beforeAll(async () => {
    folder = await rest.post('/folders/Applications', { title: 'ours' });
    reader = await people.who(folder, 'folder#view', 'release#view', 'template#view');
    stranger = await people.nobody();
  });

  test.each([
    ['a body that is no JSON', 'POST', '{', {}],
    ['a body of another type', 'POST', 'x', { 'content-type': 'text/plain' }],
    ['a field of another type', 'POST', '{"title":1}', {}],
    ['a text that is too long', 'POST', `{"title":"${'x'.repeat(1_000_001)}"}`, {}],
  ] as const)('%s', async (_, method, body, headers) => {
    const path = `/folders/${folder.id}`;
    expect((await rest.send(method, path, body, headers)).status).toBeGreaterThanOrEqual(400);
    expect((await reader.send(method, path, body, headers)).text).toContain(
      `Permission folder#edit on APPLICATIONS on ${folder.id} is not granted to you.`,
    );
    expect((await stranger.send(method, path, body, headers)).text).toContain(`there is no folder '${folder.id}'`);
  });

  test('a query that is wrong', async () => {
    const path = `/folders/${folder.id}/rename?newName=`;
    expect(await reader.refused('POST', path)).toMatch(/^403 Permission folder#edit on/);
    expect(await stranger.refused('POST', path)).toBe(`404 there is no folder '${folder.id}'`);
  });

  test('a state that refuses: 409 tells what a stranger may not know', async () => {
    const { id } = await releaseOf(rest, { Build: ['compile'] }, { title: 'Plan' });
    expect(await rest.refused('POST', `/releases/${id}/resume`)).toMatch(/^409 /);
    expect(await stranger.refused('POST', `/releases/${id}/resume`)).toBe(`404 there is no release '${id}'`);
  });

  test('a global right is refused to everybody alike, and tells nothing', async () => {
    for (const somebody of [reader, stranger]) {
      expect(await somebody.refused('DELETE', '/calendar/blackouts/BlackoutNone')).toMatch(
        /^403 Permission global_calendar#edit_blackout on /,
      );
    }
    expect(await rest.refused('DELETE', '/calendar/blackouts/BlackoutNone')).toMatch(/^404 /);
  });
});
