import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface CatalogText {
  readonly example: Readonly<Record<string, unknown>>;
}
const catalog: Readonly<Record<string, Readonly<Record<string, CatalogText>>>> = JSON.parse(
  readFileSync('libs/domain/src/messages/en.json', 'utf8'),
);
const codes = Object.entries(catalog).flatMap(([section, messages]) =>
  Object.keys(messages).map((name) => `${section}.${name}`),
);

const source = globSync('{libs,services,apps}/*/src/**/*.{ts,tsx}')
  .filter((file) => !/\.test\.tsx?$|\/testing(?:\.ts$|\/)/.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');
const literals = new Set(source.match(/(?<=['`])[A-Za-z]+(?:\.[A-Za-z0-9]+)?(?=['`])/g));

test('each code in the source is in the catalog', () => {
  const used = [...source.matchAll(/\bmessage\(\s*'([^']+)'/g)].map(([, code = '']) => code);
  expect(used.length).toBeGreaterThan(100);
  expect(used.filter((code) => !codes.includes(code))).toEqual([]);
});

/** Prefixes to which the source adds a name: `verdict.${reason}`, `activity.task${status}`. */
const beginnings = new Set(source.match(/(?<=`)[A-Za-z]+\.[A-Za-z]*(?=\$\{)/g));
/** Suffixes that the source adds to a name: `${verb}Task`. */
const suffixes = new Set(source.match(/(?<=`\$\{\w+\})[A-Za-z]+(?=`)/g));

const isNamed = (name: string): boolean =>
  literals.has(name) ||
  [...suffixes].some((suffix) => name.endsWith(suffix) && literals.has(name.slice(0, -suffix.length)));

test('the source uses each message of the catalog', () => {
  const unused = codes.filter((code) => {
    const isChosen = [...beginnings].some(
      (beginning) => code.startsWith(beginning) && isNamed(code.slice(beginning.length)),
    );
    return !literals.has(code) && !isChosen;
  });
  expect(unused).toEqual([]);
});

/**
 * Names of parameters whose value is a part of a sentence. A string there would be English, and a catalog could not
 * translate it.
 */
const partsOfSentences =
  /^(?:problems?|reason|refus(?:al|ed)|expect(?:ation|ed)|alternative|kinds?|nouns?|verb|action|subject|objects?|options|archive|hint|condition|suffix|where|at|place|parts?|more)$/;

/** Strings for such parameters that are not English words. */
const identifiers: Readonly<Record<string, readonly string[]>> = {
  'a kind of properties as definition files write it': [
    'pluginWarning.unknownKind.kind',
    'pluginWarning.passwordKind.kind',
    'pluginWarning.badDefault.kind',
    'pluginWarning.listOfReferences.kind',
  ],
  'the name of a type of events': ['trigger.eventTypeDiffers.expected'],
  'the name of an action of scripts': [
    'script.withoutRunAs.action',
    'script.authorLacksPermission.action',
    'script.twoParts.action',
  ],
};

test('a part of a sentence is a message', () => {
  const strings = codes.flatMap((code) => {
    const [section = '', name = ''] = code.split('.');
    const example = catalog[section]?.[name]?.example ?? {};
    return Object.keys(example)
      .filter((param) => partsOfSentences.test(param) && typeof example[param] === 'string')
      .map((param) => `${code}.${param}`);
  });
  expect(strings.toSorted()).toEqual(Object.values(identifiers).flat().toSorted());
});
