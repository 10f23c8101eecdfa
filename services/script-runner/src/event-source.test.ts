import type { Language, ScriptRequest } from '@slipway/script-protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestRunner, type TestRunner } from './testing.ts';

let runner: TestRunner;
beforeAll(async () => {
  runner = await startTestRunner();
});
afterAll(() => runner.stop());

const inputs = {
  input: { content: '{"a":"é"}', parameters: { n: '7' }, headers: { 'X-Sender': 'them' } },
  config: { topics: null, eventSource: { method: 'POST' } },
};
const cases = async (language: Language, script: string) => {
  const types = { 'chat.Message': { user: null, topic: 'general' } };
  const objects = ['input', 'config'];
  const request: Partial<ScriptRequest> = { purpose: 'eventSource', objects, packaged: true, types, inputs };
  const { result, error } = await runner.run({ ...request, language, script, owner: 'Configuration1' });
  return error === null ? result : `${error.type}: ${error.message}`;
};
const message = { type: 'chat.Message', user: null, topic: 'general' };

test.each<[Language, string, unknown]>([
  ['python', "output = CI('chat.Message', {'user': 'ann'})", { ...message, user: 'ann' }],
  ['python', "output = CI('chat.Message')\noutput.user = input.headers['x-sender']", { ...message, user: 'them' }],
  ['python', "output = CI(type='chat.Message', properties={'topic': None})", { ...message, topic: null }],
  ['python', "output = CI('chat.Message', {'user': CI('chat.Message')})", { ...message, user: message }],
  ['python', 'global input\nimport json\noutput = json.loads(input.content)', { a: 'é' }],
  ['python', "output = {'n': int(input.parameters['n']) + 1}", { n: 8 }],
  ['python', "output = None if config.topics is None and config.eventSource.method == 'POST' else 1", null],
  ['python', 'x = 1', null],
  ['python', "CI('chat.Message')", message],
  ['python', "output = CI('chat.Message', {'usr': 1})", "AttributeError: chat.Message has no property 'usr'"],
  ['python', "output = CI('chat.Message', {1: 1})", 'TypeError: CI() expects a string, not int'],
  ['python', "output = CI('chat.Message', 'ann')", 'TypeError: CI() expects a type and a dict of its properties'],
  ['python', "output = CI('toString')", "TypeError: no plugin defines a type 'toString'"],
  ['python', 'output = CI(None)', 'TypeError: CI() expects a string, not NoneType'],
  ['javascript', "output = CI('chat.Message', { user: 'ann' })", { ...message, user: 'ann' }],
  [
    'javascript',
    "const output = CI('chat.Message', { user: input.headers['x-sender'] });",
    { ...message, user: 'them' },
  ],
  ['javascript', 'output = JSON.parse(input.content)', { a: 'é' }],
  ['javascript', 'let x = 1', null],
  ['javascript', "CI('chat.Message', { usr: 1 })", "TypeError: chat.Message has no property 'usr'"],
  ['javascript', "CI('toString')", "TypeError: no plugin defines a type 'toString'"],
])('an event source in %s returns for %j: %j', async (language, script, expected) => {
  expect(await cases(language, script)).toEqual(expected);
});

test('a script that is not an event source has no CI', async () => {
  const request = { owner: 'Configuration2', inputs: {}, objects: [] };
  for (const language of ['python', 'javascript'] as const) {
    const { error } = await runner.run({ ...request, language, script: "CI('chat.Message')" });
    expect(error?.message).toMatch(/'?CI'? is not defined/);
  }
});
