/** difflib: matching blocks of two sequences, close matches, and unified and context differences. */
const B = Sk.builtin;

py.loadFile('matching-blocks');
const { blocksOf, groupsOf, longest, opcodesOf, pairOf, similarity } = py.matching;

const tupleOf = (values) => new B.tuple(values.map((one) => (typeof one === 'string' ? py.text(one) : py.number(one))));
const floatOf = (value) => new B.float_(value);
const upperBound = ({ a, b }) => {
  const left = new Map();
  for (const key of b) left.set(key, (left.get(key) ?? 0) + 1);
  let matches = 0;
  for (const key of a) {
    const count = left.get(key) ?? 0;
    if (count > 0) matches += 1;
    left.set(key, count - 1);
  }
  return a.length + b.length === 0 ? 1 : (2 * matches) / (a.length + b.length);
};

const empty = () => py.text('');
const renew = (matcher) => {
  matcher.pair = pairOf(matcher.first, matcher.second, matcher.isJunk, matcher.autojunk);
};
const SequenceMatcher = py.defineType('SequenceMatcher', {
  create: (args, named) => {
    const [isJunk, first, second, autojunk] = ['isjunk', 'a', 'b', 'autojunk'].map(
      (name, at) => args[at] ?? named[name],
    );
    const auto = autojunk === undefined || Sk.misceval.isTrue(autojunk);
    const matcher = Object.assign(new SequenceMatcher(), { first: first ?? empty(), second: second ?? empty() });
    renew(Object.assign(matcher, { isJunk, autojunk: auto }));
    return matcher;
  },
  getters: { a: ({ first }) => first, b: ({ second }) => second },
  methods: {
    find_longest_match: [
      ['alo', 'ahi', 'blo', 'bhi'],
      ({ pair }, ...range) => {
        const { a, b, size } = longest(
          pair,
          range.map((one) => py.wholeOf(one, 'find_longest_match')),
        );
        return tupleOf([a, b, size]);
      },
    ],
    get_grouped_opcodes: [
      ['n?'],
      ({ pair }, n) => {
        const groups = groupsOf(pair, n === undefined ? 3 : py.wholeOf(n, 'get_grouped_opcodes'));
        return Sk.abstr.iter(new B.list(groups.map((group) => new B.list(group.map(tupleOf)))));
      },
    ],
    get_matching_blocks: [[], ({ pair }) => new B.list(blocksOf(pair).map(({ a, b, size }) => tupleOf([a, b, size])))],
    get_opcodes: [[], ({ pair }) => new B.list(opcodesOf(pair).map(tupleOf))],
    quick_ratio: [[], ({ pair }) => floatOf(upperBound(pair))],
    ratio: [[], ({ pair }) => floatOf(similarity(pair))],
    real_quick_ratio: [
      [],
      ({ pair: { a, b } }) =>
        floatOf(a.length + b.length === 0 ? 1 : (2 * Math.min(a.length, b.length)) / (a.length + b.length)),
    ],
    set_seq1: [['a'], (matcher, first) => renew(Object.assign(matcher, { first }))],
    set_seq2: [['b'], (matcher, second) => renew(Object.assign(matcher, { second }))],
    set_seqs: [['a', 'b'], (matcher, first, second) => renew(Object.assign(matcher, { first, second }))],
  },
});

const closeMatches = (word, candidates, n, cutoff) => {
  const most = n === undefined ? 3 : py.wholeOf(n, 'get_close_matches');
  const least = cutoff === undefined ? 0.6 : Number(cutoff.v);
  if (most <= 0) py.raise('ValueError', `n must be > 0: ${most}`);
  if (!(least >= 0 && least <= 1)) py.raise('ValueError', `cutoff must be in [0.0, 1.0]: ${least}`);
  const scored = py
    .items(candidates)
    .map((one) => ({ one, score: similarity(pairOf(one, word, undefined, true)) }))
    .filter(({ score }) => score >= least);
  scored.sort((left, right) => right.score - left.score || (right.one.v > left.one.v ? 1 : -1));
  return new B.list(scored.slice(0, most).map(({ one }) => one));
};

const labels = ['fromfile', 'tofile', 'fromfiledate', 'tofiledate'];
const differenceOf = (name, written) =>
  py.define(name, ['a', 'b', ...labels.map((label) => `${label}?`), 'n?', 'lineterm?'], (a, b, ...more) => {
    const [from = '', to = '', fromDate = '', toDate = ''] = more
      .slice(0, 4)
      .map((one) => (py.isNone(one) ? '' : one.v));
    const context = py.isNone(more[4]) ? 3 : py.wholeOf(more[4], name);
    const end = py.isNone(more[5]) ? '\n' : py.textOf(more[5], name);
    const [first, second] = [a, b].map((lines) => py.items(lines).map((line) => py.textOf(line, name)));
    const groups = groupsOf(pairOf(a, b, undefined, true), context);
    const dated = (file, date) => (date === '' ? file : `${file}\t${date}`);
    const lines = groups.flatMap((group) => written(group, first, second, end));
    const head = written.marks.map(
      (mark, at) => `${mark} ${at === 0 ? dated(from, fromDate) : dated(to, toDate)}${end}`,
    );
    return Sk.abstr.iter(new B.list((groups.length === 0 ? [] : [...head, ...lines]).map(py.text)));
  });

const signed = (sign, lines) => lines.map((line) => sign + line);
const rangeOf = (from, to) => {
  const length = to - from;
  const start = length === 0 ? from : from + 1;
  return length === 1 ? String(start) : `${start},${length}`;
};
const unified = (group, a, b, end) => {
  const [[, fromA, , fromB], [, , toA, , toB]] = [group[0], group.at(-1)];
  const lines = group.flatMap(([tag, i, ii, j, jj]) =>
    tag === 'equal' ? signed(' ', a.slice(i, ii)) : [...signed('-', a.slice(i, ii)), ...signed('+', b.slice(j, jj))],
  );
  return [`@@ -${rangeOf(fromA, toA)} +${rangeOf(fromB, toB)} @@${end}`, ...lines];
};
unified.marks = ['---', '+++'];

const spanOf = (from, to) => (to - from <= 1 ? String(to - from === 0 ? from : from + 1) : `${from + 1},${to}`);
const inContext = (group, a, b, end) => {
  const [[, fromA, , fromB], [, , toA, , toB]] = [group[0], group.at(-1)];
  const signs = { replace: '! ', delete: '- ', insert: '+ ', equal: '  ' };
  const side = (own, other, part) =>
    group.some(([tag]) => tag === 'replace' || tag === own)
      ? group.filter(([tag]) => tag !== other).flatMap((code) => signed(signs[code[0]], part(code)))
      : [];
  return [
    `***************${end}`,
    `*** ${spanOf(fromA, toA)} ****${end}`,
    ...side('delete', 'insert', ([, i, ii]) => a.slice(i, ii)),
    `--- ${spanOf(fromB, toB)} ----${end}`,
    ...side('insert', 'delete', ([, , , j, jj]) => b.slice(j, jj)),
  ];
};
inContext.marks = ['***', '---'];

const unsupported = (name) => py.refusing(`difflib.${name}`, 'use unified_diff or context_diff');
py.modules.difflib = () => ({
  Differ: unsupported('Differ'),
  HtmlDiff: unsupported('HtmlDiff'),
  SequenceMatcher,
  context_diff: differenceOf('context_diff', inContext),
  get_close_matches: py.define('get_close_matches', ['word', 'possibilities', 'n?', 'cutoff?'], closeMatches),
  ndiff: unsupported('ndiff'),
  unified_diff: differenceOf('unified_diff', unified),
});
