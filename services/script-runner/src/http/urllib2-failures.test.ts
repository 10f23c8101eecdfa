import type { ScriptReply } from '@slipway/script-protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestRunner, type TestRunner } from '../testing.ts';
import { refusedReply, runAnswered, serverReply } from './testing.ts';

let running: TestRunner;
beforeAll(async () => {
  running = await startTestRunner();
});
afterAll(() => running.stop());

const run = (script: string, reply: ScriptReply = serverReply()) =>
  runAnswered(running, { language: 'python', script: `import urllib2\n${script}` }, () => reply);

describe('a request with urllib2', () => {
  const failing = [
    ['HttpTimeout', 'True timed out <urlopen error timed out>'],
    ['HttpFailed', 'False no such host <urlopen error no such host>'],
    ['HttpRefused', 'False no such host <urlopen error no such host>'],
  ] as const;
  test.each(failing)('that fails with %s raises a URLError', async (type, output) => {
    const script = `import socket
try:
    urllib2.urlopen('http://a.test/x')
except urllib2.URLError, e:
    print isinstance(e.reason, socket.timeout), e.reason, e`;
    expect((await run(script, refusedReply(type, 'no such host'))).answer.output).toBe(`${output}\n`);
  });

  const mistakes = [
    ["urllib2.urlopen('a.test/x')", 'ValueError: unknown url type: a.test/x'],
    ["urllib2.urlopen('ftp://a.test/x')", 'URLError: <urlopen error unknown url type: ftp>'],
    [
      "r = urllib2.Request('http://a.test')\nr.get_method = lambda: 'a b'\nurllib2.urlopen(r)",
      "ValueError: 'a b' is no method of HTTP",
    ],
    [
      'urllib2.HTTPDigestAuthHandler()',
      'NotImplementedError: urllib2.HTTPDigestAuthHandler is not supported: a request supports only a user name and a password as credentials',
    ],
  ] as const;
  test.each(mistakes)('an invalid request is rejected: %s', async (script, message) => {
    const { answer, effects } = await run(script);
    expect([`${answer.error?.type}: ${answer.error?.message}`, effects]).toEqual([message, []]);
  });
});
