import { expect, test } from 'vitest';
import { createLogger, formatLine } from './logger.ts';

function logged(write: (logger: ReturnType<typeof createLogger>) => void) {
  const lines: string[] = [];
  write(createLogger({ logLevel: 'info' }, { write: (line) => lines.push(line) }));
  return lines.map((line) => JSON.parse(line));
}

test('a log line has a message, fields and a time', () => {
  const [line] = logged((logger) => logger.info({ releaseId: 'Release1' }, 'a release has started'));
  expect(line).toEqual({
    level: 'info',
    time: expect.any(String),
    releaseId: 'Release1',
    msg: 'a release has started',
  });
});

test('members with the name of a secret are masked at any depth', () => {
  const user = { name: 'ann', Password: 'x', accounts: [{ apiToken: 'y', headers: { authorization: 'z' } }] };
  const [line] = logged((logger) => logger.info({ user, secretKey: 'w' }, 'm'));
  expect(line.secretKey).toBe('********');
  expect(line.user).toEqual({
    name: 'ann',
    Password: '********',
    accounts: [{ apiToken: '********', headers: { authorization: '********' } }],
  });
});

test('only name, code, message and stack of an error are logged', () => {
  const error = Object.assign(new TypeError('no'), { code: 'E1', parameters: ['hunter2'], stack: 'where' });
  const [line] = logged((logger) => logger.error({ error }, 'it failed'));
  expect(line.error).toEqual({ type: 'TypeError', code: 'E1', message: 'no', stack: 'where' });
});

test('values that are not plain, too deep or too long are left out', () => {
  const deep = { a: { b: { c: { d: { e: { f: { g: 1 } } } } } } };
  const [line] = logged((logger) => logger.info({ map: new Map([['k', 'v']]), deep, long: 'x'.repeat(3000) }, 'm'));
  expect(line.map).toBe('…');
  expect(line.deep).toEqual({ a: { b: { c: { d: { e: { f: '…' } } } } } });
  expect(line.long).toBe(`${'x'.repeat(2000)}…`);
});

test('a forged log line stays inside its field', () => {
  expect(logged((logger) => logger.info({ title: 'a\n{"level":"error"}' }, 'm'))).toHaveLength(1);
});

test('a terminal shows time, level, message and fields, without control characters', () => {
  const line = {
    level: 'warn',
    time: '2026-11-20T18:56:56.222Z',
    msg: 'slow',
    title: 'a\u001b[2Jb',
    took: 12,
    error: 'odd',
  };
  expect(formatLine(JSON.stringify(line))).toBe('18:56:56 WARN slow title=a [2Jb took=12 error=odd\n');
});

test('a terminal shows the stack of an error in separate lines', () => {
  const error = { type: 'Error', message: 'boom', stack: 'Error: boom\n    at here' };
  const line = { level: 'info', time: '2026-11-20T18:56:56.222Z', msg: 'm', error };
  expect(formatLine(JSON.stringify(line))).toBe('18:56:56 m\nError: boom\n    at here\n');
});
