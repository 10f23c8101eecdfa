import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import en from './en.json' with { type: 'json' };
import { english, textOf } from './english.ts';
import { message, messageList, noneOfKindsMessage } from './message.ts';
import { BadPattern, type PatternNode, parsePattern } from './pattern.ts';
import { type Catalog, type Language, renderParts, renderText } from './render.ts';

const texts = Object.entries(en).flatMap(([section, messages]) =>
  Object.entries(messages).map(
    ([name, { text, example }]) => [`${section}.${name}`, text, example as Readonly<Record<string, unknown>>] as const,
  ),
);

const paramsOf = (nodes: readonly PatternNode[]): readonly string[] =>
  nodes.flatMap((node) => {
    if (node.kind === 'plural') return [node.name, ...[...node.forms.values()].flatMap(paramsOf)];
    return node.kind === 'param' ? [node.name] : [];
  });

const kindOf = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return typeof value;
  if (Array.isArray(value)) return 'messages';
  return ['code', 'items', 'title'].find((name) => name in value) ?? 'unknown';
};

/** The kinds of values that each format can render. */
const kindsOf: Readonly<Record<string, readonly string[]>> = {
  plain: ['string', 'number', 'code'],
  clip: ['string'],
  name: ['title'],
  id: ['title'],
  words: ['string'],
  moment: ['number'],
  timestamp: ['number'],
  lowercase: ['code'],
  list: ['items'],
  commas: ['messages'],
  trailing: ['messages'],
  clauses: ['messages'],
  alternatives: ['messages'],
};

describe('the English catalog', () => {
  test.each(texts)('%s has an example of each parameter', (_, text, example) => {
    expect(Object.keys(example).toSorted()).toEqual([...new Set(paramsOf(parsePattern(text)))].toSorted());
  });

  test.each(texts)('%s has formats that match the kinds of its parameters', (_, text, example) => {
    for (const node of parsePattern(text))
      if (node.kind === 'param')
        expect(kindsOf[node.format ?? 'plain'], `${node.name} in: ${text}`).toContain(kindOf(example[node.name]));
  });

  test.each(texts)('%s is rendered as one line without gaps', (code, _, example) => {
    const rendered = renderText({ code, params: example }, english);
    // rest-api.md, section Errors: the beginning of the body is on a separate line
    const text = code === 'json.malformed' ? rendered?.replace('\n', ' ') : rendered;
    expect(text).not.toMatch(/undefined|null|\[object|[{}\n]/);
    expect(text).not.toBe('');
  });
});

/**
 * Returns the faults of a translation: unknown codes, malformed texts, and parameters that the English example lacks.
 */
const translationFaults = (catalog: Catalog): readonly string[] => {
  const examples = new Map(texts.map(([code, , example]) => [code, example]));
  const isRendered = (node: PatternNode, example: Readonly<Record<string, unknown>>): boolean =>
    node.kind === 'param'
      ? kindsOf[node.format ?? 'plain']!.includes(kindOf(example[node.name]))
      : node.kind !== 'plural' ||
        (node.name in example && [...node.forms.values()].flat().every((child) => isRendered(child, example)));
  return Object.entries(catalog).flatMap(([section, messages]) =>
    Object.entries(messages).flatMap(([name, { text }]) => {
      const example = examples.get(`${section}.${name}`);
      const isValid = example && parsePattern(text).every((node) => isRendered(node, example));
      return isValid ? [] : [`${section}.${name}`];
    }),
  );
};

test('each other catalog has only known messages with their parameters', () => {
  for (const file of globSync('*.json', { cwd: import.meta.dirname })) {
    const catalog: Catalog = JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'));
    expect([file, translationFaults(catalog)]).toEqual([file, []]);
  }
  const bad = {
    gate: {
      unknown: { text: 'x' },
      dependencies: { text: '{count, plural, other {{other}}}' },
      fourEyes: { text: '{verb, moment}' },
      closed: { text: '{blockers, clauses} {task, name}' },
    },
  };
  expect(translationFaults(bad)).toEqual(['gate.unknown', 'gate.dependencies', 'gate.fourEyes']);
});

test('an English text in another catalog has English plurals', () => {
  const text = '{count, plural, one {#} few {few} other {# others}}';
  const catalog = { gate: { dependencies: { text, tag: 'en' }, openConditions: { text } } };
  const shown = Object.keys(catalog.gate).map((name) =>
    renderText({ code: `gate.${name}`, params: { count: 3 } }, { catalog, tag: 'pl' }),
  );
  expect(shown).toEqual(['3 others', 'few']);
});

const task = { id: 'Task1', title: "it's 'x'\n" };
const subject = message('subject.task', { object: task });
const item = (value: string) => message('quote.value', { value });

test.each([
  [[], 'nothing'],
  [['a'], "'a'"],
  [['a', 'b'], "'a' and 'b'"],
  [['a', 'b', 'c'], "'a', 'b' and 'c'"],
  [['a', 'b', 'c', 'd', 'e'], "'a', 'b', 'c' and 2 more"],
])('the list %j is limited to its first three elements', (values, expected) => {
  const text = textOf(message('reason.inputAtStart', { subject, variables: messageList(values, item) }));
  expect(text).toBe(`Task 'it's 'x'?' needs a value for ${expected} before it can start.`);
});

test.each([
  [0, ''],
  [1, ''],
  [2, ' 2 times'],
])('the plural of %i has its form', (failures, expected) => {
  const who = message('actor.unassigned');
  expect(textOf(message('reason.failed', { subject, failures, who }))).toBe(
    `Task 'it's 'x'?' has failed${expected}: a user with the permission to complete tasks of others has to retry or skip it.`,
  );
});

test('titles and times are separate parts of a message', () => {
  const until = Date.UTC(2030, 0, 1, 15);
  expect(renderParts(message('reason.scheduled', { subject, until }), english)).toEqual([
    { kind: 'text', text: "Task '" },
    { kind: 'name', text: "it's 'x'?", id: 'Task1' },
    { kind: 'text', text: "'" },
    { kind: 'text', text: ' starts automatically at ' },
    { kind: 'moment', at: until, text: '2030-01-01 15:00:00 UTC' },
    { kind: 'text', text: '.' },
  ]);
});

test('an activity entry contains its changes and its causes', () => {
  const release = { id: 'Release1', title: 'Webshop' };
  const changes = [
    message('change.fromTo', {
      ...{ field: 'scheduledStartDate', before: message('value.none') },
      after: message('value.time', { at: Date.UTC(2030, 0, 1, 15) }),
    }),
    message('change.more', { count: 2 }),
  ];
  const update = message('activity.releaseUpdated', {
    ...{ release, changes },
    causes: [message('cause.script', { author: 'bob' })],
  });
  const started = message('activity.releaseStarted', {
    release,
    causes: [message('cause.activity', { user: 'ann', activity: update }), message('cause.request', { user: 'cy' })],
  });
  expect(textOf(started)).toBe(
    `Started release 'Webshop', after ann updated release 'Webshop': scheduled start date from nothing to 2030-01-01T15:00:00Z, and 2 more, by a script of 'bob', after a request of cy`,
  );
  expect(textOf(message('activity.releaseUpdated', { release, changes: [], causes: [] }))).toBe(
    "Updated release 'Webshop'",
  );
});

test.each(['reason', 'reason.', 'reason.none', 'constructor.name', 'reason.toString', ''])(
  'the unknown code %j has no text',
  (code) => expect(renderText({ code, params: {} }, english)).toBeNull(),
);

test('parameters of a wrong kind result in a gap, not in an error', () => {
  const broken = { subject: { code: 'none.none', params: {} }, until: 'soon' };
  expect(renderText({ code: 'reason.date', params: broken }, english)).toBe(
    ' waits for its start date, . Start it now to skip the wait.',
  );
});

const formats = {
  ...{ plain: '{a}', clip: '{a, clip}', name: '{a, name}', id: '{a, id}', moment: '{a, moment}', list: '{a, list}' },
  ...{ commas: '{a, commas}', clauses: '{a, clauses}', alternatives: '{a, alternatives}' },
  ...{ words: '{a, words}', timestamp: '{a, timestamp}', lowercase: '{a, lowercase}', trailing: '{a, trailing}' },
  plural: '{a, plural, =0 {none} other {#}}',
};
const texted = Object.fromEntries(Object.entries(formats).map(([name, text]) => [name, { text }]));

test.each([
  ['nothing', undefined],
  ['a text', 'x'],
  ['a number', 7],
  ['a number that is not a time', 1e300],
  ['a list without elements', { items: 'x', count: 'y' }],
  ['a list of texts', { items: ['x'], count: 5 }],
  ['a message without parameters', { code: 'gate.closed' }],
  ['an object with a title only', { title: 'x' }],
  ['an array', [1, { code: 'x.y', params: {} }]],
])('each format renders %s without failing, also in a language without words for lists', (_, a) => {
  const catalogs: readonly Language['catalog'][] = [{ f: texted }, { f: texted, list: en.list }];
  for (const catalog of catalogs)
    for (const name of Object.keys(formats))
      expect(typeof renderText({ code: `f.${name}`, params: { a } }, { catalog, tag: 'en' }), name).toBe('string');
});

test('a message without a text is rendered as its code', () => {
  expect(textOf({ code: 'reason.none' as 'reason.date', params: {} })).toBe('reason.none');
});

test('a language has its own order of parts and its own plurals', () => {
  const catalog = {
    ...{ list: { and: { text: ' i ' }, comma: { text: ', ' } } },
    gate: { dependencies: { text: '{count, plural, one {# zależność} few {# zależności} other {# zależności!}}' } },
  };
  const forms = [1, 3, 5].map((count) => renderText(message('gate.dependencies', { count }), { catalog, tag: 'pl' }));
  expect(forms).toEqual(['1 zależność', '3 zależności', '5 zależności!']);
});

test.each(['{a', 'a}', '{a, none}', '{a, clip, b}', '{a, plural, one {x}}', '{a, plural, other}'])(
  'the malformed text %j is rejected',
  (pattern) => expect(() => parsePattern(pattern)).toThrow(BadPattern),
);

test('the message for an id of several possible kinds contains all of them', () => {
  expect(textOf(noneOfKindsMessage(['release', 'phase', 'task'], 'x'))).toBe(
    "there is no release or phase or task 'x'",
  );
});

test('a text within a sentence begins with a lower-case letter, and a name stays unchanged', () => {
  const catalog = {
    a: { outer: { text: 'after {inner, lowercase}' }, verb: { text: 'Moved it' }, name: { text: '{n, clip}' } },
  };
  const render = (code: string) =>
    renderText({ code: 'a.outer', params: { inner: { code, params: { n: 'Ann' } } } }, { catalog, tag: 'en' });
  expect([render('a.verb'), render('a.name'), render('a.none')]).toEqual(['after moved it', 'after Ann', 'after ']);
});
