import { randomBytes } from 'node:crypto';
import { packZip } from '../../../harness/rest/template-files.ts';
import type { HostileFile } from './zips.ts';

const file = (code: string) => () => packZip({ 'Releasefile.groovy': code });
const inTemplate = (code: string) => file(`xlr { template('Hostile') { ${code} } }`);
/** Lines of 2 MB of incompressible text, so that the zip reader accepts the file. */
const incompressibleLines = (item: (text: string, index: number) => string, length = 32) => {
  const bytes = randomBytes(1_000_000).toString('hex');
  const count = Math.floor(bytes.length / length);
  return Array.from({ length: count }, (_, index) =>
    item(bytes.slice(index * length, index * length + length), index),
  ).join('\n');
};
/** A text of `count` random characters, with `suffix` after each character. */
const incompressibleText = (count: number, suffix = '\\n') =>
  randomBytes(count / 2)
    .toString('hex')
    .replaceAll(/./g, (character) => character + suffix);
/** Thirty constants. Each refers to the previous one twice. */
const doubling = (text: string, doubled: (name: string) => string) =>
  [
    `def c0 = '${text}'`,
    ...Array.from({ length: 30 }, (_, index) => `def c${index + 1} = ${doubled(`c${index}`)}`),
  ].join('\n');
const inBlock = (code: string): string => `xlr { template('Hostile') {\n${code}\n} }`;
const lazyFile = (code: () => string) => async () => await file(code())();

/** Groovy that needs code execution, or that exceeds a limit of the reader. */
export const hostileGroovy: readonly HostileFile[] = [
  ['a loop with a condition', inTemplate("while (true) { phase('x') {} }"), /line 1/],
  ['a loop of a billion rounds', inTemplate("999999999.times { phase('x') {} }"), /more than 300000 statements/],
  [
    'loops within loops',
    inTemplate(`${'(1..1000).each { '.repeat(20)}a 1${' }'.repeat(20)}`),
    /more than 300000 statements|repeat more than 10000000 characters/,
  ],
  ['a call', inTemplate("description 'x'.execute()"), /line 1/],
  ['code in a text', inTemplate('description "${Runtime.runtime.exec(1)}"'), /line 1/],
  ['code in a constant', file("def x = { -> 1 }()\nxlr { template('Hostile') {} }"), /line 1/],
  ['a class', file("class X {}\nxlr { template('Hostile') {} }"), /line 1/],
  ['an annotation', file("@Grab('x:y:1')\nxlr { template('Hostile') {} }"), /line 1/],
  ['ten thousand nested braces', inTemplate(`${'a {'.repeat(10_000)}${'}'.repeat(10_000)}`), /nested more than/],
  ['ten thousand nested lists', inTemplate(`a ${'['.repeat(10_000)}${']'.repeat(10_000)}`), /nested more than/],
  [
    'sixty thousand members',
    lazyFile(() => inBlock(incompressibleLines((text, index) => `a${index} '${text}'`))),
    /different names/,
  ],
  ['sixty thousand constants', lazyFile(() => incompressibleLines((text, index) => `def a${index} = '${text}'`)), /./],
  [
    'a quarter of a million values',
    lazyFile(() => inBlock(`a(${incompressibleLines((text) => `'${text}',`, 8)}1)`)),
    /200000 values/,
  ],
  [
    'a text of a million lines',
    lazyFile(() => inBlock(`description '${incompressibleText(1_200_000)}'`)),
    /longer than 1000000 bytes/,
  ],
  [
    'a million texts that are added',
    lazyFile(() => inBlock(`description '${incompressibleText(1_050_000, "'+'")}'`)),
    /longer than 1000000 bytes/,
  ],
  [
    'constants that double',
    file(doubling('x'.repeat(1_000), (name) => `${name} + ${name}`)),
    /more than 10485760 characters/,
  ],
  ['lists that double', file(doubling('x', (name) => `[${name}, ${name}]`)), /more than 300000 statements and values/],
  [
    'more than any template says',
    lazyFile(() => inBlock(`// ${randomBytes(5_300_000).toString('hex')}`)),
    /larger than/,
  ],
];
