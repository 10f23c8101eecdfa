import type { RandomChoices } from './random-choices.ts';

// Generates programs with lists, tuples, dicts and sets. Unordered values are sorted before they are printed.

const items = ['1', '2', '3', '0', '-1', "'a'", "'b'", "''", 'None', '2.5', '(1, 2)', 'True', "'abc'", '10'];
const numbers = ['1', '2', '3', '0', '-1', '10', '2.5', '7'];
const list = (random: RandomChoices, from = numbers): string =>
  `[${random.many(0, 6, () => random.pick(from)).join(', ')}]`;
const key = (random: RandomChoices): string => random.pick(["'a'", "'b'", "'c'", '1', '(1, 2)', 'None', '2.5']);
const at = (random: RandomChoices): string => random.pick(['0', '1', '-1', '2', '-3', '9']);
const bound = (random: RandomChoices): string => random.pick(['', '', '0', '1', '-1', '2', '-2', '9', '-9']);
const slice = (random: RandomChoices): string =>
  random.is(70)
    ? `${bound(random)}:${bound(random)}`
    : `${bound(random)}:${bound(random)}:${random.pick(['2', '-1', '-2', '3'])}`;

const onLists = (random: RandomChoices): string => {
  const whole = (): string => at(random);
  return random.pick([
    `l.append(${random.pick(items)})`,
    `l.extend(${list(random)})`,
    `l.insert(${whole()}, ${random.pick(items)})`,
    `print l.pop(${random.pick(['', whole()])})`,
    `l.remove(${random.pick(items)})`,
    'l.reverse()',
    `l.sort(${random.pick(['', 'reverse=True', 'key=str', 'key=lambda v: (type(v).__name__, v)', 'cmp=lambda x, y: cmp(str(y), str(x))', 'key=repr, reverse=True'])})`,
    `print l.index(${random.pick(items)})`,
    `print l.count(${random.pick(items)}), len(l)`,
    `print l[${slice(random)}], l[${slice(random)}]`,
    `l[${slice(random)}] = ${list(random)}`,
    `l[${bound(random)}:${bound(random)}] = 'xy'`,
    `del l[${slice(random)}]`,
    `l[${whole()}] = ${random.pick(items)}`,
    `del l[${whole()}]`,
    `l += ${list(random)}`,
    `l *= ${random.below(3)}`,
    `print l + ${list(random)}, ${random.pick(items)} in l, ${random.pick(items)} not in l`,
    `print l < ${list(random)}, l == ${list(random)}, cmp(l, ${list(random)})`,
    'print tuple(l), l * 2',
    `a = b = l[:]; a.append(0); print a is b, len(l)`,
    `(p, q), r = [l[:2], ${list(random)}]; print p, q, r`,
  ]);
};

const onDicts = (random: RandomChoices): string => {
  const item = (): string => key(random);
  return random.pick([
    `d[${item()}] = ${random.pick(items)}`,
    `print d[${item()}]`,
    `print d.get(${item()}), d.get(${item()}, 'none')`,
    `print d.setdefault(${item()}, ${random.pick(items)})`,
    `print d.pop(${item()}${random.pick(['', ", 'gone'"])})`,
    `d.update({${item()}: ${random.pick(items)}})`,
    `d.update([(${item()}, ${random.pick(items)})], z=1)`,
    `del d[${item()}]`,
    `print ${item()} in d, d.has_key(${item()}), len(d)`,
    'print sorted(d.items(), key=repr), sorted(map(repr, d))',
    'print sorted(map(repr, d.values())), sorted(d.iteritems(), key=repr)',
    `d = dict.fromkeys(${list(random)}, ${random.pick(items)})`,
    `d = dict([(${item()}, 1), (${item()}, 2)], k=3)`,
    'e = d.copy(); e["new"] = 1; print len(d), len(e), d == e',
    `d = {k: v for v, k in enumerate(${list(random)})}`,
    `d[[1]] = 2`,
    'print dict((repr(k), v) for k, v in d.items()) == d',
  ]);
};

const onSets = (random: RandomChoices): string => {
  const sign = random.pick(['|', '&', '-', '^']);
  return random.pick([
    `s.add(${random.pick(numbers)})`,
    `s.discard(${random.pick(numbers)})`,
    `s.remove(${random.pick(numbers)})`,
    `print sorted(s ${sign} set(${list(random)}))`,
    `print s ${random.pick(['<=', '<', '>=', '==', '!='])} set(${list(random)}), ${random.pick(numbers)} in s, len(s)`,
    `s.update(${list(random)})`,
    `print sorted(s.${random.pick(['union', 'intersection', 'difference', 'symmetric_difference'])}(${list(random)}))`,
    `s ${sign}= set(${list(random)})`,
    `print s.${random.pick(['issubset', 'issuperset', 'isdisjoint'])}(${list(random)})`,
    `print frozenset(s) == s, sorted(frozenset(${list(random)}))`,
    `s = set(x * 2 for x in ${list(random)})`,
    'print sorted({int(x) % 3 for x in s})',
  ]);
};

const onSequences = (random: RandomChoices): string => {
  const item = (): string => list(random);
  return random.pick([
    `print sorted(${list(random, items)}), sorted(${item()}, reverse=True)`,
    `print min(${item()}), max(${item()})`,
    `print sum(${item()}), sum(${item()}, 5), any(${item()}), all(${item()})`,
    `print zip(${item()}, ${item()}), map(None, ${item()}, ${item()})`,
    `print map(lambda x: x * 2, ${item()}), filter(None, ${item()}), filter(lambda x: x > 1, tuple(${item()}))`,
    `print reduce(lambda x, y: x * 2 + y, ${item()}), reduce(lambda x, y: x + y, ${item()}, 1)`,
    `print list(enumerate(${item()}, ${random.below(3)})), list(reversed(${item()}))`,
    `print [x * y for x in ${item()} for y in ${item()} if x != y]`,
    `print [[y for y in range(int(x))] for x in ${item()}]`,
    `print range(${at(random)}, ${at(random)}, ${random.pick(['1', '2', '-1', '0'])})`,
    `print (${random.pick(items)}, ${random.pick(items)}) < (${random.pick(items)}, ${random.pick(items)})`,
    `print ${random.pick(items)} < ${random.pick(items)}, ${random.pick(items)} == ${random.pick(items)}, cmp(${random.pick(items)}, ${random.pick(items)})`,
    `x, y, z = ${item()}; print x, y, z`,
    `print (1, 2, 3).index(${random.pick(numbers)}), (1, 2, 2).count(2), (1, 2)[${slice(random)}]`,
    `it = iter(${item()}); print next(it, 'end'), list(it), next(it, 'end')`,
    `print ', '.join(str(x) for x in ${list(random, items)})`,
    `print isinstance(${random.pick(items)}, (int, str)), bool(${random.pick(items)}), type(${random.pick(items)}).__name__`,
    `print min(${item()}, key=lambda x: -x), sorted(${item()}, key=lambda x: x % 3)`,
    `print [x if x > 1 else -x for x in ${item()}], 1 < ${random.pick(numbers)} < 5`,
  ]);
};

/** Returns a program of statements on collections. Each statement may fail. */
export function collectionProgram(random: RandomChoices): string {
  const lines = [`l = ${list(random, items)}`, "d = {'a': 1, 'b': [2]}", `s = set(${list(random)})`];
  const kinds = [onLists, onLists, onDicts, onSets, onSequences, onSequences];
  for (const line of random.many(8, 20, () => random.pick(kinds)(random))) {
    lines.push('try:', `    ${line}`, 'except Exception, error: print type(error).__name__');
  }
  return [...lines, 'print l, sorted(d.items(), key=repr), sorted(s)'].join('\n');
}
