import { randomBytes } from 'node:crypto';
import { packXlr, packZip } from '../../../harness/rest/template-files.ts';
import type { HostileFile } from './zips.ts';

const text = (json: string) => async () => Buffer.from(json);
const groovy = (code: string) => () => packZip({ 'Releasefile.groovy': code });
const templateWith = (fields: object) => async () => Buffer.from(JSON.stringify({ title: 'Hostile', ...fields }));
const inPhase = (...tasks: readonly unknown[]) => templateWith({ phases: [{ title: 'P', tasks }] });
const repeat = (count: number, item: unknown) => Array.from({ length: count }, () => item);
const nested = (depth: number): unknown =>
  depth === 0 ? { title: 't' } : { title: 'g', type: 'rel.SequentialGroup', tasks: [nested(depth - 1)] };

/** Invalid JSON, JSON that is too large, and JSON that is not a template. */
export const hostileDocuments: readonly HostileFile[] = [
  ['JSON that is none', text('{"title":'), /^400 Can't parse/],
  ['JSON with a comment', text('{/* x */"title":"x"}'), /^400 Can't parse/],
  ['a text', text('"x"'), /an object with a title/],
  ['a number', text('7'), /an object with a title/],
  ['a number that no double can hold', text('1e400'), /a number is larger than/],
  ['null', text('null'), /an object with a title/],
  ['an empty array', text('[]'), /no template/],
  ['an array of arrays', text('[[]]'), /an object with a title/],
  ['101 templates', text(JSON.stringify(repeat(101, { title: 'x' }))), /at most 100 templates/],
  ['65 levels', text(`${'['.repeat(65)}${']'.repeat(65)}`), /64 levels/],
  ['a million levels', text('['.repeat(1_000_000)), /64 levels/],
  ['a million values', text(`{"title":"x","tags":[${'0,'.repeat(1_000_000)}0]}`), /200000 values/],
  [
    'a hundred thousand names',
    text(`{${Array.from({ length: 100_000 }, (_, index) => `"n${index}":1`).join()}}`),
    /20000 different names/,
  ],
  ['a text of two megabytes', templateWith({ description: 'x'.repeat(2_000_000) }), /longer than 1000000 bytes/],
  ['a NUL', text('{"title":"\\u0000"}'), /cannot be stored/],
  ['half of a pair', text('{"title":"\\ud800"}'), /cannot be stored/],
  [
    'a text of two megabytes in Groovy',
    groovy(`xlr { template('${randomBytes(1_000_000).toString('hex')}') {} }`),
    /longer than 1000000 bytes/,
  ],
  ['bytes that are no text', async () => Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), /UTF-8/],
  ['a task in the place of a template', templateWith({ type: 'xlrelease.Task' }), /a template of type rel.Release/],
  ['a title of blanks', text('{"title":"  "}'), /needs a title/],
  ['a title that is an object', text('{"title":{"toString":1}}'), /expected a text/],
  ['groups in groups without an end', inPhase(nested(25)), /nested at most 20 deep/],
  [
    'links in a circle',
    inPhase({
      title: 'g',
      type: 'rel.ParallelGroup',
      tasks: [
        { id: 'Taska', title: 'a' },
        { id: 'Taskb', title: 'b' },
      ],
      links: [
        { source: 'Taska', target: 'Taskb' },
        { source: 'Taskb', target: 'Taska' },
      ],
    }),
    /in a cycle/,
  ],
  ['3,001 tasks', inPhase(...repeat(3001, { title: 't' })), /at most 3000/],
  ['501 phases', templateWith({ phases: repeat(501, { title: 'P' }) }), /at most 500/],
  [
    '1,001 variables',
    templateWith({ variables: repeat(1001, { key: 'k', type: 'rel.StringVariable' }) }),
    /at most 1000/,
  ],
  ['two variables of a key', templateWith({ variables: repeat(2, { key: 'k' }) }), /already exists/],
  ['a variable without a key', templateWith({ variables: [{ type: 'rel.StringVariable' }] }), /key: expected a text/],
  ['a date that is none', inPhase({ title: 't', dueDate: 'tomorrow' }), /phases.0.tasks.0.dueDate: expected a date/],
  ['a flag that is none', inPhase({ title: 't', flagStatus: 'RED' }), /phases.0.tasks.0.flagStatus: expected one of/],
  ['two teams of a name', templateWith({ teams: repeat(2, { teamName: 'x' }) }), /already exists/],
  ['501 tags', templateWith({ tags: repeat(501, 'x') }), /at most 500/],
  [
    '600 connections',
    inPhase({
      title: 't',
      type: 'rel.CustomScriptTask',
      pythonScript: { list: Array.from({ length: 600 }, (_, index) => `Configuration/Custom/C${index}`) },
    }),
    /at most 500 connections/,
  ],
  ['a newer model', () => packXlr({ title: 'x' }, '9999.0.0'), /the model version .* expected at most/],
  ['a model that is a sentence', () => packXlr({ title: 'x' }, `1${'.1'.repeat(1_000)}`), /cannot be read/],
];
