import type { Chance } from './chance.ts';
import { showing } from './texts.ts';

// Programs of regular expressions: patterns of a small grammar on short texts of the same letters.

const atom = (chance: Chance, depth: number): string => {
  const kind = chance.below(12);
  if (kind < 4) return chance.pick(['a', 'b', 'c', 'ab', '1', ' ', ',']);
  if (kind < 6)
    return chance.pick([
      '.',
      '\\d',
      '\\w',
      '\\s',
      '\\D',
      '\\W',
      '\\S',
      '[abc]',
      '[^a]',
      '[a-c1]',
      '[^\\d,]',
      '[]a]',
      '[a\\]b-]',
      '\\.',
      '\\n',
    ]);
  if (kind < 7) return chance.pick(['^', '$', '\\b', '\\B', '\\A', '\\Z']);
  if (depth <= 0) return chance.pick(['a', 'b', '.']);
  const inner = alternatives(chance, depth - 1);
  return chance.pick([
    `(${inner})`,
    `(${inner})`,
    `(?:${inner})`,
    `(?=${inner})`,
    `(?!${alternatives(chance, 0)})`,
    `(?P<n${chance.below(900)}>${inner})`,
  ]);
};

/** A group that a quantifier may follow: one whose text cannot be empty, without groups inside of it. */
const plainGroup = /^\((?:\?:|\?P<\w+>)?[abc1.,| ]+\)$/;
const isRepeated = (one: string): boolean => plainGroup.test(one) && !/[(|]\||\|\)|:\|/.test(one);
const quantified = (chance: Chance, depth: number): string => {
  const one = atom(chance, depth);
  if (!chance.is(35) || /^(?:[\^$]|\\[bBAZ])/.test(one)) return one;
  if (one.startsWith('(')) return isRepeated(one) ? one + chance.pick(['*', '+', '?', '{2}', '{1,2}', '{,2}']) : one;
  const unit = one.length > 1 && !/^[\\[]/.test(one) ? `(?:${one})` : one;
  return unit + chance.pick(['*', '+', '?', '*?', '+?', '??', '{2}', '{1,2}', '{0,1}', '{,2}', '{2,}']);
};

function alternatives(chance: Chance, depth: number): string {
  const sequence = (): string => chance.many(1, 3, () => quantified(chance, depth)).join('');
  return chance.many(1, chance.is(25) ? 3 : 1, sequence).join('|');
}

const subject = (chance: Chance): string =>
  chance.many(0, 8, () => chance.pick(['a', 'b', 'c', 'ab', '1', ' ', ',', '\\n', 'A', '.', 'aa'])).join('');

const use = (chance: Chance): string => {
  const pattern = `r'${alternatives(chance, 2)}'`;
  const text = `'${subject(chance)}'`;
  const flags = chance.pick(['', '', '', ', re.I', ', re.M', ', re.S', ', re.M | re.I', ', re.U']);
  const compiled = `re.compile(${pattern}${flags})`;
  return chance.pick([
    `outcome(${compiled}.match(${text}))`,
    `outcome(${compiled}.search(${text}))`,
    `outcome(${compiled}.search(${text}, 1))`,
    `${compiled}.findall(${text})`,
    `[outcome(m) for m in ${compiled}.finditer(${text})]`,
    `${compiled}.split(${text}${chance.pick(['', '', ', 1'])})`,
    `${compiled}.sub(${chance.pick(["'X'", "r'<\\g<0>>'", "''", "lambda m: '<%s>' % m.group()", "r'\\1'", "'-'"])}, ${text}${chance.pick(['', '', ', 1'])})`,
    `${compiled}.subn('_', ${text})`,
    `${compiled}.groups`,
    `re.escape(${text})`,
    `re.match(${pattern}, ${text}) is None`,
  ]);
};

/** A program that prints all members of its matches. */
export const patternProgram = (chance: Chance): string =>
  [
    'import re',
    'def outcome(m):',
    '    return m and (m.group(), m.groups(), m.span(), [m.span(k) for k in range(len(m.groups()) + 1)], m.lastindex, sorted(m.groupdict().items()))',
    showing(chance.many(6, 14, () => use(chance))),
  ].join('\n');
