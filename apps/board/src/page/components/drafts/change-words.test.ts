import { expect, test } from 'vitest';
import { logInWords, templateLogInWords } from './change-words.ts';

const sentence = 'The text of REST.';
const change = (field: string, before: object, after: object) => ({
  code: 'change.fromTo',
  params: { field, before, after },
});
const none = { code: 'value.none', params: {} };
const json = (text: string) => ({ code: 'value.json', params: { json: text } });
const quoted = (text: string) => ({ code: 'quote.text', params: { text } });
const plain = (text: string) => ({ code: 'text.plain', params: { text } });
const at = Date.UTC(2026, 11, 5, 10);

test.each([
  [change('scriptUsername', none, quoted('bot')), change('“run scripts as”', none, quoted('bot'))],
  [change('title', quoted('a'), quoted('b')), change('title', quoted('a'), quoted('b'))],
  [
    change('taskFailureHandlerEnabled', json('false'), json('true')),
    change('“handle failures”', plain('no'), plain('yes')),
  ],
  [change('taskRecoverOp', none, quoted('SKIP_TASK')), change('“on failure”', none, quoted('Skip the task'))],
  [change('value', none, json(String(at))), change('value', none, { code: 'value.time', params: { at } })],
  [change('value', none, json('1234567890123')), change('value', none, json('1234567890123'))],
  [change('count', none, json(String(at))), change('count', none, json(String(at)))],
  [
    change('templateId', none, quoted('Applications/Folder1/Release2')),
    { code: 'change.field', params: { field: '“template”' } },
  ],
])('a changed field has the words of the forms: %j', (before, after) => {
  expect(logInWords({ ...before, sentence })).toEqual({ ...after, sentence });
  const entry = (item: object) => ({ code: 'activity.taskUpdated', params: { changes: [item] }, sentence });
  expect(logInWords(entry(before))).toEqual(entry(after));
});

test('other messages do not change', () => {
  const started = { code: 'activity.releaseStarted', params: { release: { id: 'Release1', title: 'A' } }, sentence };
  expect([logInWords(started), logInWords(sentence)]).toEqual([started, sentence]);
  const more = { code: 'activity.x', params: { changes: [{ code: 'change.more', params: { count: 2 } }] }, sentence };
  expect(logInWords(more)).toEqual(more);
});

test('the log of a template names the template', () => {
  const created = { code: 'activity.variableCreated', params: {}, sentence };
  const words = templateLogInWords(created);
  const parts = [
    { kind: 'text', text: 'Created variable “' },
    { kind: 'name', text: 'release', id: null },
    { kind: 'text', text: '” of release “' },
  ] as const;
  const texts = typeof words === 'string' ? [] : words.revise?.(parts).map(({ text }) => text);
  expect(texts).toEqual(['Created variable “', 'release', '” of template “']);
  expect(templateLogInWords(sentence)).toBe(sentence);
});
