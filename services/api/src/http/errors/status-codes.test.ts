import { message } from '@slipway/domain/messages';
import { Conflict, Forbidden, Invalid, missingPermission, NotFound } from '@slipway/domain/model';
import { Overloaded } from '@slipway/engine';
import { Contended } from '@slipway/persistence/database';
import { expect, test } from 'vitest';
import { refusalReply } from '../reply.ts';
import {
  MethodNotAllowed,
  ServiceUnavailable,
  TooLarge,
  TooManyRequests,
  Unauthenticated,
  Unlicensed,
  UnsupportedMediaType,
} from './errors.ts';
import { refusalFor } from './status-codes.ts';

const coded = (code: string) => Object.assign(new Error('connection to 10.0.0.1 lost'), { code });

test.each([
  [new Invalid('x'), 400, 'Bad Request'],
  [new URIError('x'), 400, 'Bad Request'],
  [new Unauthenticated('x'), 401, 'Unauthorized'],
  [new Unlicensed('x'), 402, 'Payment Required'],
  [new Forbidden('x'), 403, 'Forbidden'],
  [new NotFound('x'), 404, 'Not Found'],
  [new MethodNotAllowed('x', ['GET']), 405, 'Method Not Allowed'],
  [new Conflict('x'), 409, 'Conflict'],
  [new TooLarge('x'), 413, 'Payload Too Large'],
  [new UnsupportedMediaType('x'), 415, 'Unsupported Media Type'],
  [new TooManyRequests('x', 60), 429, 'Too Many Requests'],
  [new Overloaded('x'), 503, 'Service Unavailable'],
  [new Contended('x'), 503, 'Service Unavailable'],
])('%o has the status %i', (error, status, title) => {
  const refusal = refusalFor(error);
  expect([refusal.status, refusal.title, refusal.detail]).toEqual([status, title, 'x']);
});

test.each([
  [new Unauthenticated('x'), { 'WWW-Authenticate': 'Basic realm="Slipway", charset="UTF-8"' }],
  [new MethodNotAllowed('x', ['GET', 'PUT']), { Allow: 'GET, PUT' }],
  [new TooManyRequests('x', 60), { 'Retry-After': '60' }],
  [new Overloaded('x'), { 'Retry-After': '1' }],
  [new Contended('x'), { 'Retry-After': '1' }],
  [new NotFound('x'), {}],
])("%o has headers for the client's next step", (error, headers) => {
  expect(refusalFor(error).headers).toEqual(headers);
});

test.each([
  ['a programming error', new TypeError('cannot read properties of undefined'), 500, 'internal-error'],
  ['a thrown value that is not an error', 'boom', 500, 'internal-error'],
  ['an unreachable database', coded('ECONNREFUSED'), 503, 'server-not-ready'],
  ['a database that is shutting down', coded('57P01'), 503, 'server-not-ready'],
])('%s has a fixed text and its code, without the reason', (_, error, status, code) => {
  expect(refusalFor(error)).toEqual({
    ...{ status, code, headers: { 'X-Slipway-Code': code } },
    title: status === 503 ? 'Service Unavailable' : 'Internal Server Error',
    detail:
      status === 503 ? 'The server is not ready for this now, try again.' : 'The server could not process the request.',
  });
});

test.each([new Overloaded('x'), new ServiceUnavailable('x')])('%o has its own text, and no code', (error) => {
  const { code, headers } = refusalFor(error);
  expect([code, headers['X-Slipway-Code']]).toEqual([undefined, undefined]);
});

test.each([
  [new Invalid(message('gate.notAGate', { task: { id: 'Task1', title: 'Deploy' } })), 400],
  [new Conflict(message('gate.notAGate', { task: { id: 'Task1', title: 'Deploy' } })), 409],
  [new Forbidden(message('gate.notAGate', { task: { id: 'Task1', title: 'Deploy' } })), 403],
])('%o has the code and the parameters of its text', (error, status) => {
  const refusal = refusalFor(error);
  expect(refusal).toMatchObject({
    ...{ status, detail: "task 'Deploy' (Task1) is not a gate", code: 'gate.notAGate' },
    ...{ params: { task: { id: 'Task1', title: 'Deploy' } }, headers: { 'X-Slipway-Code': 'gate.notAGate' } },
  });
  expect(JSON.parse(String(refusalReply(refusal, true).content))).toMatchObject({
    ...{ code: 'gate.notAGate', params: { task: { id: 'Task1', title: 'Deploy' } } },
  });
  expect(refusalReply(refusal, false).content).toBe("task 'Deploy' (Task1) is not a gate\n");
});

test('a text with line breaks does not break the line of a text error; the echo of a body that is no JSON keeps its lines', () => {
  const text = 'the script says: a\r\nX-Injected: yes\u2028\tb';
  const { content } = refusalReply(refusalFor(new Invalid(message('text.plain', { text }))), false);
  expect(content).toBe('the script says: a X-Injected: yes b\n');
  const echo = refusalReply(refusalFor(new Invalid(message('json.malformed', { beginning: '{\n"a"' }))), false);
  expect(echo.content).toBe('Can\'t parse the following as a JSON object:\n{\n"a"\n');
});

test('the error for a missing permission contains the permission and the object', () => {
  expect(missingPermission('release#start', 'Applications/Release1').message).toBe(
    'Permission release#start on APPLICATIONS on Release1 is not granted to you.',
  );
});

test.each(['53100', 'ENOSPC'])('a full disk (%s) has the status 507, and a text with the solution', (code) => {
  const { status, title, detail, code: own } = refusalFor(coded(code));
  expect([status, title, own, detail]).toEqual([
    ...[507, 'Insufficient Storage', 'disk-full'],
    'The server has no disk space left for this: an administrator has to free some.',
  ]);
});
