import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { extractTexts, parseCatalog, problemsIn } from './catalog.ts';
import { findTexts } from './find-texts.ts';
import { formatText, parseText } from './pattern.ts';
import { translateSource } from './translate.ts';

const folder = mkdtempSync(join(tmpdir(), 'slipway-board-texts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const messagesIn = (source: string): readonly string[] =>
  findTexts('view.tsx', source).map(({ nodes }) => formatText(nodes));

/** Translates a source to German. */
const inGerman = (source: string, translations: Readonly<Record<string, string>>): string => {
  const parsed = new Map(Object.entries(translations).map(([message, text]) => [message, parseText(text)]));
  return translateSource('view.tsx', source, { tag: 'de', translate: (message) => parsed.get(message) });
};
const inEnglish = (source: string): string =>
  translateSource('view.tsx', source, { tag: 'en', translate: () => undefined });

describe('the texts of a source', () => {
  test.each([
    ['a text between tags', '<b>Save</b>', ['Save']],
    ['values and elements', '<p>Delete {title} or <a href="/x">undo</a></p>', ['Delete {0} or <1>undo</1>']],
    ['an element without text', '<p>Until <Moment at={at} />.</p>', ['Until <0/>.']],
    ['nested elements', '<p>See <b>the <i>{name}</i></b> now</p>', ['See <0>the <1>{2}</1></0> now']],
    ['code in a sentence', '<p>Run <code>npm start</code> now</p>', ['Run <0/> now']],
    ['an icon before the text', '<p><Icon of={X} />Log in</p>', ['Log in']],
    ['entities', '<p>A &amp; B&nbsp;&#8230;</p>', ['A & B\u00a0…']],
    ['lines, which are joined by a space', '<p>\n  One\n  two{" "}\n  {x}\n</p>', ['One two {0}']],
    ['special characters, which are escaped', '<p>Use {"${key}"} # 1</p>', ['Use $\\{key\\} \\# 1']],
    ['elements in separate blocks', '<div>Title<div>Inner</div></div>', ['Title<0/>', 'Inner']],
    ['attributes', '<A label="Save &gt;" class="main wide" />', ['Save >']],
    ['marks in an attribute', "<A label={on ? t('On') : t('Off')} />", ['On', 'Off']],
    ['marks', "const a = t('Save'); const b = t`Delete ${x.y} and ${x.y}`", ['Save', 'Delete {0} and {0}']],
    ['a plural', "plural(n, '# task', `# tasks of ${x}`)", ['{0, plural, one {# task} other {# tasks of {1}}}']],
    ['a text in a value of a text', "<p>Hello {on && t('you')} there</p>", ['Hello {0} there', 'you']],
  ])('contain %s', (_, source, messages) => {
    expect(messagesIn(source)).toEqual(messages);
  });

  test.each([
    ['numbers and signs', '<p>{a} · 1</p>'],
    ['code', '<pre>npm start</pre>'],
    ['literals without a mark', "const a = 'Content-Type'; request('/api/tasks', `Bearer ${a}`);"],
    ['codes in attributes', '<a href="/tasks" data-view="Tasks" type="button" />'],
  ])('do not contain %s', (_, source) => {
    expect(messagesIn(source)).toEqual([]);
  });

  test.each([
    ['<A unknown="Save" />', 'add the attribute unknown to scripts/texts/attributes.ts'],
    ['t(name)', 't() needs one string'],
    ['plural(n, a, b)', 'plural() needs two texts'],
    ['<p>&hellip;</p>', 'write the character instead of &hellip;'],
  ])('are refused in %s', (source, message) => {
    expect(() => messagesIn(source.startsWith('<p') ? `${source.slice(0, 3)}x${source.slice(3)}` : source)).toThrow(
      `view.tsx: ${message}`,
    );
  });
});

describe('scripts', () => {
  test('in English have no marks, and are otherwise unchanged', () => {
    expect(inEnglish("const a = t('Save'); const b = t`Of ${t('me')}`; <p>Delete {t('it')}</p>")).toBe(
      'const a = "Save"; const b = `Of ${"me"}`; <p>Delete {"it"}</p>',
    );
    expect(inEnglish("plural(n, '# task', '# tasks')")).toBe('(n === 1 ? `${1} task` : `${n} tasks`)');
    expect(inEnglish("plural(f(x), 'Delete task', 'Delete tasks')")).toBe(
      '((count$) => (count$ === 1 ? "Delete task" : "Delete tasks"))(f(x))',
    );
  });

  test('in another language have its texts, in its order', () => {
    expect(inGerman("t`Delete ${title}`; t('Save')", { 'Delete {0}': '{0} löschen' })).toBe(
      '`${title} löschen`; "Save"',
    );
    expect(
      inGerman('<p>Delete {title} or <a title="Help">undo</a></p>', {
        'Delete {0} or <1>undo</1>': '<1>Zurück</1> oder {0} löschen',
        Help: 'Hilfe',
      }),
    ).toBe('<p><a title={"Hilfe"}>{"Zurück"}</a>{" oder "}{title}{" löschen"}</p>');
  });

  test('in another language have the plural forms of the language', () => {
    const message = '{0, plural, one {# task} other {# tasks}}';
    const source = "plural(n, '# task', '# tasks')";
    expect(inGerman(source, { [message]: '{0, plural, =0 {keine} one {# Aufgabe} other {# Aufgaben}}' })).toBe(
      'import { pluralRules$ } from "slipway:plural-rules/de";\n' +
        '(n === 0 ? "keine" : pluralRules$.select(n) === "one" ? `${n} Aufgabe` : `${n} Aufgaben`)',
    );
    expect(inGerman(source, {})).toBe(inEnglish(source));
  });

  test('escape the characters of templates', () => {
    expect(inGerman('t`Of ${x}`', { 'Of {0}': '`$\\{a\\}` \\\\ {0}' })).toBe('`\\`\\${a}\\` \\\\ ${x}`');
  });
});

describe('catalogs', () => {
  const plural = '{0, plural, one {# task of {1}} other {# tasks of {1}}}';
  const english = { Save: '', 'Delete {0}': '', 'See <0>help</0>': '', [plural]: '' };

  test('contain each text with the files that use it', () => {
    mkdirSync(join(folder, 'page/pages'), { recursive: true });
    writeFileSync(join(folder, 'page/pages/a.tsx'), "export const a = <b title={t('Save')}>Save</b>;");
    writeFileSync(join(folder, 'page/b.ts'), "export const b = t('Save') + t('Add');");
    writeFileSync(join(folder, 'page/b.test.ts'), "export const b = t('Test');");
    expect(extractTexts(join(folder, 'page'))).toEqual({ Add: 'b.ts', Save: 'b.ts, pages/a.tsx' });
  });

  test.each([
    ['Save', 'Sichern'],
    ['Delete {0}', '{0} löschen'],
    ['See <0>help</0>', '<0>Hilfe</0> ansehen'],
    [plural, '{0, plural, one {# von {1}} few {# von {1}} many {# von {1}} other {von {1}: #}}'],
  ])('accept a translation of %s', (message, translation) => {
    const { parsed, problems } = parseCatalog('pl', { [message]: translation }, english);
    expect([problems, parsed.size]).toEqual([[], 1]);
  });

  test.each([
    ['Safe', 'Sichern', 'the board has no such text'],
    ['Delete {0}', 'Löschen', 'it has no placeholders instead of {0}'],
    ['Delete {0}', '{1} löschen', 'it has {1} instead of {0}'],
    ['See <0>help</0>', 'Hilfe <0/>', 'it has <0/> instead of <0>'],
    ['See <0>help</0>', '<0>Hilfe', 'missing </0>'],
    ['Save', 'Sichern {', 'unexpected character at 9'],
    ['Save', '{0, plural, other {x}}', 'it must not be a plural'],
    [plural, 'Aufgaben', 'it must be a plural'],
    [plural, '{0, plural, one {#}}', 'the form other is missing'],
    [plural, '{0, plural, few {#} other {#}}', 'the language has no form few'],
    [plural, '{0, plural, other {# {2}}}', 'unknown {2} in the form other'],
  ])('refuse %s as %s', (message, translation, problem) => {
    const { parsed, problems } = parseCatalog('de', { [message]: translation }, english);
    expect([problems, parsed.size]).toEqual([[`de.json: ${JSON.stringify(message)}: ${problem}`], 0]);
  });

  test('of all languages in a folder are checked', () => {
    writeFileSync(join(folder, 'en.json'), '{}');
    writeFileSync(join(folder, 'de.json'), '{ "Safe": "Sichern" }');
    expect(problemsIn(english, folder)).toEqual(['de.json: "Safe": the board has no such text']);
  });

  test('keep each message when it is formatted again', () => {
    for (const message of [...Object.keys(english), 'a \\{ \\} \\< \\# \\\\ b', '<0><1/>{2}</0>'])
      expect(formatText(parseText(message))).toBe(message);
  });
});
