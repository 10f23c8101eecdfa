import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { sendRaw } from '../../harness/rest/raw-request.ts';
import type { Release } from '../../harness/rest/response-types.ts';

const { rest, url, output } = serve();
let template: Release;
let before: unknown;

beforeAll(async () => {
  template = await rest.post<Release>('/templates', {
    title: 'Untouched',
    phases: [{ title: 'One', tasks: [{ title: 'a' }] }],
  });
  before = await rest.post('/releases/count', {});
});

afterAll(async () => {
  expect(await rest.get(`/templates/${template.id}`)).toEqual(template);
  expect(await rest.get<Release[]>('/templates')).toHaveLength(1);
  expect(await rest.post('/releases/count', {})).toEqual(before);
  expect(output()).not.toContain('"level":"error"');
});

const json = { 'content-type': 'application/json' };
const send = (method: string, path: string, body: string | Buffer, headers: Readonly<Record<string, string>> = json) =>
  sendRaw(url(), { method, path: `/api/v1${path}`, body, headers });

const withMembers = (members: string) => `{"title":"X",${members}}`;

describe('a body that is not a JSON object is refused with an echo', () => {
  test.each([
    ['incomplete JSON', '{"title":'],
    ['plain text instead of JSON', 'hello'],
    ['an array', '[{"title":"X"}]'],
    ['a number', '1'],
    ['null', 'null'],
    ['a trailing comma', '{"title":"X",}'],
  ])('%s', async (_, body) => {
    const { status, text } = await send('POST', '/templates', body);
    expect([status, text]).toEqual([400, `Can't parse the following as a JSON object:\n${body}\n`]);
  });

  test('of at most 2 KB', async () => {
    const { text } = await send('POST', '/templates', '{'.repeat(10) + ' '.repeat(100_000));
    expect(text).toHaveLength("Can't parse the following as a JSON object:\n".length + 2048 + 1);
  });
});

describe('wrong values are refused with the field and the expected value', () => {
  test.each([
    ['no title', '{}', 'title: expected a text'],
    ['a title that is a number', '{"title":1}', 'title: expected a text'],
    ['an empty title', '{"title":" "}', 'title: a template needs a title'],
    ['a string as flag', withMembers('"autoStart":"yes"'), 'autoStart: expected true or false'],
    [
      'a date without an offset',
      withMembers('"dueDate":"2026-01-01T00:00:00"'),
      'dueDate: expected a date with an offset, or epoch milliseconds',
    ],
    [
      'a date in the year 10000',
      withMembers('"dueDate":253402300800000'),
      'dueDate: expected a date with an offset, or epoch milliseconds',
    ],
    ['a string as tags', withMembers('"tags":"a"'), 'tags: expected array, received string'],
    ['a tag that is a number', withMembers('"tags":["a",1]'), 'tags.1: expected string, received number'],
    [
      'a duration that is not a number',
      withMembers('"plannedDuration":"long"'),
      'plannedDuration: expected a whole number',
    ],
    [
      'a duration that is a fraction',
      withMembers('"plannedDuration":1.5'),
      'plannedDuration: expected a whole number from 0 to 2147483647',
    ],
    [
      'a duration above the limit',
      withMembers('"plannedDuration":1e300'),
      'plannedDuration: expected a whole number from 0 to 2147483647',
    ],
    [
      'an unknown flag status',
      withMembers('"flagStatus":"RED"'),
      'flagStatus: expected one of OK, ATTENTION_NEEDED, AT_RISK',
    ],
    ['an invalid color', withMembers('"phases":[{"color":"red"}]'), 'phases.0.color: expected # and hex digits'],
    [
      'an unknown variable type',
      withMembers('"variables":[{"key":"a","type":"rel.Nothing"}]'),
      "type: there is no variable type 'Nothing'",
    ],
    ['a variable without a key', withMembers('"variables":[{"value":"a"}]'), 'key: expected a text'],
    ['a NUL', withMembers('"description":"a\\u0000"'), 'a text contains a character that cannot be stored'],
    [
      'half of a surrogate pair',
      withMembers('"description":"\\ud800"'),
      'a text contains a character that cannot be stored',
    ],
  ])('%s', async (_, body, expected) => {
    const { status, text } = await send('POST', '/templates', body);
    expect([status, text]).toEqual([400, `${expected}\n`]);
  });

  test.each([
    ['POST', '/releases/search?page=abc', 'page: expected a whole number'],
    ['POST', '/releases/search?page=-1', 'page: expected a whole number from 0 to 2147483647'],
    ['POST', '/releases/search?view=all', 'view: expected summary'],
    ['POST', '/releases/search?pageIsOffset=1', 'pageIsOffset: expected true or false'],
    [
      'POST',
      '/releases/Release1/restart?fromPhaseId=Phase1&phaseVersion=FOO',
      'phaseVersion: expected one of LATEST, ORIGINAL, ALL',
    ],
    ['POST', '/releases/Release1/restart', 'fromPhaseId: expected the id of a phase'],
    ['POST', '/phases/Phase1/copy', 'targetPosition: expected a whole number'],
    ['GET', '/releases/byTitle', 'releaseTitle: expected a text'],
    ['GET', '/releases/Release1/active-tasks?include=some', 'include: expected all'],
  ] as const)('%s %s', async (method, path, expected) => {
    expect(await rest.sendForError(method, path, method === 'POST' ? {} : undefined)).toBe(`400 ${expected}`);
  });

  test('an unknown order or time frame', async () => {
    expect(await rest.sendForError('POST', '/releases/search', { orderBy: 'size' })).toBe(
      '400 orderBy: expected one of risk, start_date, end_date, title',
    );
    expect(await rest.sendForError('POST', '/releases/count', { timeFrame: 'EVER' })).toBe(
      '400 timeFrame: expected one of LAST_SEVEN_DAYS, LAST_MONTH, LAST_THREE_MONTHS, LAST_SIX_MONTHS, LAST_YEAR, RANGE',
    );
  });
});

describe('limits', () => {
  test.each([
    ['10,000 levels of arrays', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
    ['10,000 levels of objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['a million brackets', '['.repeat(1_000_000)],
    ['65 levels in an unknown field', withMembers(`"x":${'['.repeat(64)}${']'.repeat(64)}`)],
  ])('%s', async (_, body) => {
    const { status, text } = await send('POST', '/templates', body);
    expect([status, text]).toEqual([400, 'the JSON is nested more than 64 levels deep\n']);
  });

  test('a body over 8 MB is 413, with or without a Content-Length', async () => {
    const body = Buffer.alloc(8 * 1024 * 1024 + 1, ' ');
    const refusal = [413, 'the body is larger than 8388608 bytes\n'];
    const refusalText = await send('POST', '/templates', body);
    expect([refusalText.status, refusalText.text]).toEqual(refusal);
    const chunkedRefusal = await send('POST', '/templates', body, { ...json, 'transfer-encoding': 'chunked' });
    expect([chunkedRefusal.status, chunkedRefusal.text]).toEqual(refusal);
  });

  test('a comment of more than 32768 characters', async () => {
    expect(await rest.sendForError('POST', '/tasks/Task1/comment', { comment: 'x'.repeat(32_769) })).toBe(
      '400 comment: expected at most 32768 characters',
    );
  });
});

describe('content types', () => {
  test.each([
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['plain text', { 'content-type': 'text/plain' }],
    ['none', {}],
    ['a type that only starts like JSON', { 'content-type': 'application/jsonp' }],
    ['no type at all', { 'content-type': '; charset=utf-8' }],
  ])('%s is 415', async (_, headers) => {
    const { status, text } = await send('POST', '/templates', '{"title":"X"}', headers);
    expect([status, text]).toEqual([415, 'a body must have Content-Type: application/json\n']);
  });

  test('a compressed body is 415', async () => {
    const { status, text } = await send('POST', '/templates', 'x', { ...json, 'content-encoding': 'gzip' });
    expect([status, text]).toEqual([415, 'the body must not be compressed\n']);
  });

  test('a form is refused even where no body is expected', async () => {
    const { status } = await send('POST', '/releases/Release1/start', 'a=b', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(status).toBe(415);
  });

  test('a call without a body needs no type', async () => {
    const { status, text } = await sendRaw(url(), { method: 'POST', path: '/api/v1/releases/Release1/start' });
    expect([status, text]).toEqual([404, "there is no release 'Release1'\n"]);
  });
});

describe('methods', () => {
  test('a method that a path does not support is 405, with the supported methods', async () => {
    const { status, text, headers } = await sendRaw(url(), { method: 'PATCH', path: '/api/v1/tasks/Task1' });
    expect([status, text, headers.allow]).toEqual([
      405,
      'PATCH is not a supported method\n',
      'GET, PUT, DELETE, HEAD, OPTIONS',
    ]);
  });

  test('the kind of the id selects the methods: a condition is changed with POST', async () => {
    const { status, headers } = await sendRaw(url(), { path: '/api/v1/tasks/GateCondition1' });
    expect([status, headers.allow]).toEqual([405, 'POST, DELETE, OPTIONS']);
  });

  test('OPTIONS lists the methods, and HEAD is a GET without a body', async () => {
    const options = await sendRaw(url(), { method: 'OPTIONS', path: '/api/v1/releases/byTitle' });
    expect([options.status, options.headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS']);
    const get = await sendRaw(url(), { path: `/api/v1/templates/${template.id}` });
    const head = await sendRaw(url(), { method: 'HEAD', path: `/api/v1/templates/${template.id}` });
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', get.headers['content-length']]);
  });
});

describe('every response', () => {
  test('has a language, a request id, and headers against sniffing and caching', async () => {
    const { headers } = await sendRaw(url(), { path: '/api/v1/nothing' });
    expect(headers).toMatchObject({
      'content-language': 'en',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  test('has the request id of the client if it has only plain characters', async () => {
    const withValidId = await sendRaw(url(), { path: '/livez', headers: { 'x-request-id': 'trace-1.2_3' } });
    expect(withValidId.headers['x-request-id']).toBe('trace-1.2_3');
    const withInvalidId = await sendRaw(url(), { path: '/livez', headers: { 'x-request-id': 'a b<script>' } });
    expect(withInvalidId.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('has errors in RFC 9457 format for clients that accept it', async () => {
    const { headers, text } = await sendRaw(url(), {
      path: '/api/v1/tasks/Task1',
      headers: { accept: 'application/problem+json' },
    });
    expect([headers['content-type'], JSON.parse(text)]).toEqual([
      'application/problem+json',
      {
        ...{ type: 'about:blank', title: 'Not Found', status: 404, detail: "there is no task 'Task1'" },
        ...{ code: 'notFound.task', params: { id: 'Task1' } },
      },
    ]);
  });

  test('is 400 for a path that cannot be decoded', async () => {
    const { status, text } = await sendRaw(url(), { path: '/api/v1/tasks/%zz' });
    expect([status, text]).toEqual([400, "Failed to decode param '%zz'\n"]);
  });
});
