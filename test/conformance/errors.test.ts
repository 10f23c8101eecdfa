import { hashPassword } from '@slipway/api';
import { addUser } from '@slipway/persistence/people';
import { beforeAll, describe, expect, test } from 'vitest';
import { createLicense } from '../harness/product/license.ts';
import { serve } from '../harness/product/serve.ts';
import { idOf, startRelease } from '../harness/rest/plans.ts';
import { basicAuth, createRestClient, type RestClient } from '../harness/rest/rest-client.ts';

// rest-api.md, section Errors; compatibility.md, Answers
const { rest, url, output, database } = serve();
const unlicensed = serve(createLicense('2020-01-01T00:00:00Z'));

beforeAll(async () => {
  await addUser(database(), { username: 'amy', passwordHash: await hashPassword('amy'), fullName: null, email: null });
});

type Row = [string, () => Promise<Awaited<ReturnType<RestClient['send']>>>, number, string | RegExp, string];
const rows: Row[] = [
  [
    '400 Bad Request: invalid JSON',
    () => rest.send('POST', '/templates', '{"title": "half'),
    400,
    `Can't parse the following as a JSON object:\n{"title": "half\n`,
    'Bad Request',
  ],
  [
    '400 Bad Request: JSON that is not an object',
    () => rest.send('POST', '/templates', '"title"'),
    400,
    `Can't parse the following as a JSON object:\n"title"\n`,
    'Bad Request',
  ],
  [
    '400 Bad Request: incorrect values',
    () => rest.send('POST', '/templates', { title: 'x', plannedDuration: 'long' }),
    400,
    'plannedDuration: expected a whole number\n',
    'Bad Request',
  ],
  [
    '401 Unauthorized',
    () => createRestClient(url, basicAuth('admin', 'no')).send('GET', '/templates'),
    401,
    'wrong user name or password\n',
    'Unauthorized',
  ],
  [
    '402 Payment required',
    () => unlicensed.rest.send('GET', '/templates'),
    402,
    'the license has expired\n',
    'Payment Required',
  ],
  [
    '403 Forbidden',
    () => createRestClient(url, basicAuth('amy', 'amy')).send('POST', '/templates', { title: 'Mine' }),
    403,
    'Permission template#create on APPLICATIONS on Applications is not granted to you.\n',
    'Forbidden',
  ],
  [
    '404 Not Found, for unknown identifiers',
    () => rest.send('GET', '/releases/Release404'),
    404,
    "there is no release 'Release404'\n",
    'Not Found',
  ],
  [
    '409 Conflict: the same name in the same location',
    async () => {
      await rest.send('POST', '/folders/Applications', { title: 'Twice' });
      return rest.send('POST', '/folders/Applications', { title: 'Twice' });
    },
    409,
    "A folder with the title 'Twice' already exists under the folder with ID 'Applications'.\n",
    'Conflict',
  ],
  [
    '409 Conflict: the same key in the same release',
    async () => {
      const { id } = await startRelease(rest, { Build: ['work'] }, { variables: [{ key: 'twice', value: '1' }] });
      return rest.send('POST', `/releases/${id}/variables`, { key: 'twice' });
    },
    409,
    "A variable already exists by key 'twice'\n",
    'Conflict',
  ],
  [
    '409 Conflict, for invalid transitions',
    async () => rest.send('POST', `/releases/${(await startRelease(rest, { Build: ['work'] })).id}/start`),
    409,
    /^cannot start release 'Release[0-9a-f]{32}' while it is IN_PROGRESS\n$/,
    'Conflict',
  ],
  [
    '415 Unsupported Media Type',
    () => rest.send('POST', '/templates', 'title=x', { 'content-type': 'application/x-www-form-urlencoded' }),
    415,
    'a body must have Content-Type: application/json\n',
    'Unsupported Media Type',
  ],
];

describe('every error is a line of text', () => {
  test.each(rows)('%s', async (_, call, status, expected) => {
    const reply = await call();
    expect(reply.status).toBe(status);
    expect(reply.text).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected));
    expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(reply.headers.get('content-language')).toBe('en');
    expect(reply.headers.get('x-request-id')).toBeTruthy();
  });

  test('and RFC 9457 problem details for clients that accept them', async () => {
    const { status, headers, body } = await rest.send('GET', '/releases/Release404', undefined, {
      accept: 'application/problem+json',
    });
    expect(headers.get('content-type')).toBe('application/problem+json');
    expect([status, body]).toEqual([
      404,
      {
        ...{ type: 'about:blank', title: 'Not Found', status: 404, detail: "there is no release 'Release404'" },
        ...{ code: 'notFound.release', params: { id: 'Release404' } },
      },
    ]);
  });

  test('the offending body is echoed up to 2 KB', async () => {
    const { text } = await rest.send('POST', '/templates', `{"title": ${'x'.repeat(5000)}`);
    const [first, echo = ''] = text.trimEnd().split('\n');
    expect(first).toBe("Can't parse the following as a JSON object:");
    expect(echo).toBe(`{"title": ${'x'.repeat(2048)}`.slice(0, 2048));
  });
});

describe('a refused request changes nothing', () => {
  test.each<[string, (id: string) => [string, unknown]]>([
    ['a release', (id) => [`/releases/${id}`, { title: '', tags: ['new'] }]],
    [
      'a release, with one invalid field among valid ones',
      (id) => [`/releases/${id}`, { description: 'new', dueDate: 'soon' }],
    ],
  ])('%s', async (_, call) => {
    const release = await startRelease(rest, { Build: ['work'] });
    const [path, body] = call(release.id);
    expect((await rest.send('PUT', path, body)).status).toBe(400);
    expect(await rest.get(`/releases/${release.id}`)).toEqual(release);
  });

  test('a task, with an invalid body of a command', async () => {
    const release = await startRelease(rest, { Build: ['work'] });
    expect(await rest.sendForError('POST', `/tasks/${idOf(release, 'work')}/complete`, { comment: 7 })).toBe(
      '400 comment: expected string, received number',
    );
    expect(await rest.get(`/releases/${release.id}`)).toEqual(release);
  });
});

describe('500 Internal Server Error', () => {
  test('client errors are not logged for the operator', () => {
    expect(output().match(/"level":"?(error|50)/)).toBe(null);
  });

  test('the server cannot process the request, and returns no details to the caller', async () => {
    const { id } = await startRelease(rest, { Build: ['work'] });
    await database().query({ text: 'alter table activities rename to gone' });
    const { status, text, headers } = await rest.send('GET', `/activities/${id}`);
    expect([status, text]).toEqual([500, 'The server could not process the request.\n']);
    expect(output()).toContain(headers.get('x-request-id'));
  });
});
