import { expect, test } from 'vitest';
import { comparable, programOf } from './differential/programs.ts';
import { type Outcome, references } from './differential/references.ts';
import { python as language } from './language.ts';
import { startPython } from './testing.ts';

/** A patch of the interpreter: the file, a part of it, and the text that replaces the part to remove the patch. */
type Repair = readonly [file: string, part: string, without: string];
const repairs: readonly Repair[] = [
  ['compiler/blocks', 'this.u.handlers[block] = this.u.handler;', ''],
  ['compiler/blocks', 'restoring(u);', ''],
  ['compiler/flow', '.findLast(({ exits }) => exits !== undefined)', '.findLast(() => false)'],
  ['compiler/flow', 'of frame.exits.entries()', 'of [].entries()'],
  ['compiler/flow', "emit(frame.why, '=', raised, ';'", "emit(frame.why, '=0;'"],
  ['compiler/flow', "if (nth === 0) emit('Sk.$caught($err);');", ''],
  ['compiler/loops', 'if (iterator.gi$owned) py.closeGenerator(iterator);', ''],
  ['compiler/generators', '(thrown !== undefined && hasNoHandler(generator))', 'false'],
  ['compiler/generators', "emit('if(($ret=$gen.gi$thrown)", "void ('if(($ret=$gen.gi$thrown)"],
  ['compiler/generators', 'isOwn(node) && yieldsPartway(node)', 'false'],
  ['compiler/generators', 'if (thrown instanceof B.StopIteration) return undefined;', ''],
  ['compiler/generators', 'yields(node.body)) split(node)', 'false) split(node)'],
  ['compiler/scopes', 'Object.assign(Object.create($free),', 'Object.assign({...$free},'],
  ['compiler/scopes', '$free=$cell;', '$free=$globals;'],
  ['compiler/scopes', 'if (members.__metaclass__ !== undefined) return members.__metaclass__;', ''],
  ['compiler/scopes', 'one.$isSubType?.(most) ? one : most', 'most'],
  ['compiler/scopes', 'callable instanceof B.type ? this : callable.tp$call', 'callable.tp$call'],
  ['compiler/scopes', 'of decorators.reverse()', 'of decorators'],
  ['compiler/statements', "'Sk.$handled()'", "'$err'"],
  ['compiler/statements', 'py.isNone(stream) ? streamOfTask() : stream', 'streamOfTask()'],
  ['compiler/statements', 'if (inLine.has(stream)) write', 'if (false) write'],
  ['types/format-method', 'else if (template[at + 1] === unit)', 'else if (false)'],
  ['types/format-method', "spec.includes('{') ? filled(spec, find, depth + 1) : spec", 'spec'],
  ['types/format-method', "digits.replace(/\\B(?=(?:\\d{3})+$)/g, ',')", 'digits'],
  ['types/format-method', "name !== ''", 'true'],
  ['types/formatting', 'half.test(rest)', 'false'],
  ['types/numbers', "define('xor'", "void ('xor'"],
  ['types/numbers', 'return whole(~BigInt(this.v), this);', 'return new Int(~Number(this.v));'],
  ['types/numbers', 'return whole(((rest % by) + by) % by', 'return whole(rest'],
  ['types/numbers', 'number === 0n ? 0 :', ''],
  ['types/texts', "if (separator.v === '')", 'if (false)'],
  ['types/texts', '+ (missing & Number(width.v) & 1)', ''],
  ['types/texts', 'while (parts.length !== Math.max(most, -1)', 'while (parts.length !== Math.max(most, 0)'],
  ['builtin-patches', "B.UnboundLocalError = py.defineError('UnboundLocalError', B.NameError);", ''],
  ['modules/functools', 'wrapper.tp$setattr(name,', 'void (name,'],
  ['modules/re', "'(?:(?<=[\\\\s\\\\S])|(?=[\\\\s\\\\S]))\\\\B'", "'\\\\B'"],
  [
    'modules/re-objects',
    "if (value === undefined) throw new ReError('unmatched group');",
    "if (value === undefined) return '';",
  ],
  ['modules/re-objects', 'pattern.regex.closing.findLast', 'pattern.regex.closing.find'],
];

const [reference] = references;
const first = 100_000;
const count = 1_500;

function withoutRepair([file, part, without]: Repair): typeof language.bootstrap {
  if (!language.bootstrap.some((one) => one.file === `python/${file}.js`)) throw new Error(`there is no file ${file}`);
  return language.bootstrap.map((one) => {
    if (one.file !== `python/${file}.js`) return one;
    if (one.code.split(part).length !== 2) throw new Error(`${file} does not contain '${part}' exactly once`);
    return { ...one, code: one.code.replace(part, () => without) };
  });
}

const numbers = Array.from({ length: count }, (_, nth) => first + nth);
const outcomes = (): readonly (Outcome | null)[] => {
  if (reference === undefined) return [];
  const programs = numbers.map((number) => programOf(number, reference.closes));
  return reference.run(programs).map((outcome) => outcome && comparable(outcome));
};

/** Whether a program has another outcome than the reference in an interpreter without this patch. */
function isNoticed(bootstrap: typeof language.bootstrap, expected: readonly (Outcome | null)[]): boolean {
  const python = startPython(bootstrap);
  const differs = numbers.some((number, nth) => {
    const wanted = expected[nth];
    if (!wanted) return false;
    try {
      const { error, output } = python.run(programOf(number, true));
      const got = comparable({ output, error: error?.type ?? null });
      return got?.output !== wanted.output || got.error !== wanted.error;
    } catch {
      // The program has ended the isolate.
      return true;
    }
  });
  if (!differs) python.stop();
  return differs;
}

test.runIf(reference?.closes)(
  'each patch of the interpreter is necessary: without it, at least one program has another outcome',
  () => {
    const expected = outcomes();
    expect(isNoticed(language.bootstrap, expected)).toBe(false);
    const unnoticed = repairs.filter((repair) => !isNoticed(withoutRepair(repair), expected));
    expect(unnoticed).toEqual([]);
  },
);
