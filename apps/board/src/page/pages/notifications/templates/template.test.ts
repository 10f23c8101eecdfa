import { placeholders as knownPlaceholders } from '@slipway/domain/notifications';
import { expect, test } from 'vitest';
import { languageName } from '../language-name.ts';
import { placeholders } from './placeholders.ts';
import { applyChange, type MessageTemplate, sortTemplates } from './template.ts';

const template = (changes: Partial<MessageTemplate> = {}): MessageTemplate => ({
  ...{ eventType: 'task.failed', channel: 'mail', language: 'en', subject: 'Failed', text: '{{task.title}}' },
  ...changes,
});
const german = template({ language: 'de' });

test('the list of placeholders is that of the server', () => {
  expect(placeholders.map(([name]) => name)).toEqual(Object.keys(knownPlaceholders));
});

test('templates have the order of the events, then of the channels and languages', () => {
  const slack = template({ channel: 'slack' });
  const other = template({ eventType: 'task.assigned', channel: 'teams' });
  expect(sortTemplates([slack, template(), german, other])).toEqual([other, german, template(), slack]);
});

test('a change keeps all other templates', () => {
  const changed = template({ text: 'Changed' });
  expect(applyChange([german, template()], { old: template(), next: changed })).toEqual([german, changed]);
  expect(applyChange([german], { old: null, next: changed })).toEqual([german, changed]);
  expect(applyChange([german, template()], { old: german, next: null })).toEqual([template()]);
});

test('a change is refused after a change of the same template, and for a template that exists', () => {
  const next = template({ text: 'Changed' });
  expect(applyChange([template({ subject: 'Other' })], { old: template(), next })).toBe('changed');
  expect(applyChange([], { old: template(), next: null })).toBe('changed');
  expect(applyChange([template()], { old: null, next })).toBe('exists');
  expect(applyChange([german, template()], { old: german, next })).toBe('exists');
});

test('a language has its name and tag, an unknown tag stays as it is', () => {
  expect([languageName('de'), languageName('pt-BR'), languageName('x'), languageName('')]).toEqual([
    'German (de)',
    'Brazilian Portuguese (pt-BR)',
    'x',
    '',
  ]);
});
