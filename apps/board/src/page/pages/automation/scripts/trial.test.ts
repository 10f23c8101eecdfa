import { expect, test } from 'vitest';
import { initialDraft, inputsIn, toRequestBody } from './trial.ts';

const draft = (changes: Partial<typeof initialDraft>) => toRequestBody({ ...initialDraft, recordings: '', ...changes });

test('a script is sent with its input, and with mock responses if its purpose allows requests', () => {
  const recordings = '[{"url": "*"}]';
  expect([
    draft({ script: 'a', inputs: '{"b": 1}', recordings }),
    draft({ script: 'a', inputs: '', purpose: 'webhook', recordings }),
  ]).toEqual([
    { body: { script: 'a', purpose: 'trial', inputs: { b: 1 }, recordings: [{ url: '*' }] } },
    { body: { script: 'a', purpose: 'webhook', inputs: undefined } },
  ]);
});

test('a plugin task type is sent with its properties, and with the path of its script', () => {
  const changes = { kind: 'type', type: ' acme.Deploy ', inputs: '{"to": "x"}' } as const;
  expect([draft(changes), draft({ ...changes, path: 'acme/Wait.py' })]).toEqual([
    { body: { type: 'acme.Deploy', properties: { to: 'x' } } },
    { body: { type: 'acme.Deploy', path: 'acme/Wait.py', properties: { to: 'x' } } },
  ]);
});

test('invalid JSON returns an error', () => {
  expect([draft({ inputs: '{' }), draft({ recordings: ']' })]).toEqual([
    { wrong: expect.stringMatching(/^Input isn’t valid JSON\. ./) },
    { wrong: expect.stringMatching(/^Mock response list isn’t valid JSON\. ./) },
  ]);
});

test('the inputs of a script are the members of an object', () => {
  expect(['{"payload": {"ref": "main"}}', '[1]', '{', ''].map(inputsIn)).toEqual([
    { payload: { ref: 'main' } },
    {},
    {},
    {},
  ]);
});
