import type { RandomChoices } from './random-choices.ts';
import { showing } from './texts.ts';

// Generates programs with regular expressions: patterns of a small grammar, and short texts of the same letters.

const atom = (random: RandomChoices, depth: number): string => {
  const kind = random.below(12);
  if (kind < 4) return random.pick(['a', 'b', 'c', 'ab', '1', ' ', ',']);
  if (kind < 6)
    return random.pick([
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
  if (kind < 7) return random.pick(['^', '$', '\\b', '\\B', '\\A', '\\Z']);
  if (depth <= 0) return random.pick(['a', 'b', '.']);
  const inner = alternatives(random, depth - 1);
  return random.pick([
    `(${inner})`,
    `(${inner})`,
    `(?:${inner})`,
    `(?=${inner})`,
    `(?!${alternatives(random, 0)})`,
    `(?P<n${random.below(900)}>${inner})`,
  ]);
};

/** Returns a group that a quantifier may follow: it never matches an empty text, and has no groups inside. */
const plainGroup = /^\((?:\?:|\?P<\w+>)?[abc1.,| ]+\)$/;
const isRepeated = (atomText: string): boolean => plainGroup.test(atomText) && !/[(|]\||\|\)|:\|/.test(atomText);
const quantified = (random: RandomChoices, depth: number): string => {
  const atomText = atom(random, depth);
  if (!random.is(35) || /^(?:[\^$]|\\[bBAZ])/.test(atomText)) return atomText;
  if (atomText.startsWith('('))
    return isRepeated(atomText) ? atomText + random.pick(['*', '+', '?', '{2}', '{1,2}', '{,2}']) : atomText;
  const unit = atomText.length > 1 && !/^[\\[]/.test(atomText) ? `(?:${atomText})` : atomText;
  return unit + random.pick(['*', '+', '?', '*?', '+?', '??', '{2}', '{1,2}', '{0,1}', '{,2}', '{2,}']);
};

function alternatives(random: RandomChoices, depth: number): string {
  const sequence = (): string => random.many(1, 3, () => quantified(random, depth)).join('');
  return random.many(1, random.is(25) ? 3 : 1, sequence).join('|');
}

const subject = (random: RandomChoices): string =>
  random.many(0, 8, () => random.pick(['a', 'b', 'c', 'ab', '1', ' ', ',', '\\n', 'A', '.', 'aa'])).join('');

const use = (random: RandomChoices): string => {
  const pattern = `r'${alternatives(random, 2)}'`;
  const text = `'${subject(random)}'`;
  const flags = random.pick(['', '', '', ', re.I', ', re.M', ', re.S', ', re.M | re.I', ', re.U']);
  const compiled = `re.compile(${pattern}${flags})`;
  return random.pick([
    `outcome(${compiled}.match(${text}))`,
    `outcome(${compiled}.search(${text}))`,
    `outcome(${compiled}.search(${text}, 1))`,
    `${compiled}.findall(${text})`,
    `[outcome(m) for m in ${compiled}.finditer(${text})]`,
    `${compiled}.split(${text}${random.pick(['', '', ', 1'])})`,
    `${compiled}.sub(${random.pick(["'X'", "r'<\\g<0>>'", "''", "lambda m: '<%s>' % m.group()", "r'\\1'", "'-'"])}, ${text}${random.pick(['', '', ', 1'])})`,
    `${compiled}.subn('_', ${text})`,
    `${compiled}.groups`,
    `re.escape(${text})`,
    `re.match(${pattern}, ${text}) is None`,
  ]);
};

/** Returns a program that prints all members of its matches. */
export const patternProgram = (random: RandomChoices): string =>
  [
    'import re',
    'def outcome(m):',
    '    return m and (m.group(), m.groups(), m.span(), [m.span(k) for k in range(len(m.groups()) + 1)], m.lastindex, sorted(m.groupdict().items()))',
    showing(random.many(6, 14, () => use(random))),
  ].join('\n');
