import type { Chance } from './chance.ts';

// Programs with lists, tuples, dicts and sets. Unordered values are sorted before they are printed.

const items = ['1', '2', '3', '0', '-1', "'a'", "'b'", "''", 'None', '2.5', '(1, 2)', 'True', "'abc'", '10'];
const numbers = ['1', '2', '3', '0', '-1', '10', '2.5', '7'];
const list = (chance: Chance, from = numbers): string => `[${chance.many(0, 6, () => chance.pick(from)).join(', ')}]`;
const key = (chance: Chance): string => chance.pick(["'a'", "'b'", "'c'", '1', '(1, 2)', 'None', '2.5']);
const at = (chance: Chance): string => chance.pick(['0', '1', '-1', '2', '-3', '9']);
const bound = (chance: Chance): string => chance.pick(['', '', '0', '1', '-1', '2', '-2', '9', '-9']);
const slice = (chance: Chance): string =>
  chance.is(70)
    ? `${bound(chance)}:${bound(chance)}`
    : `${bound(chance)}:${bound(chance)}:${chance.pick(['2', '-1', '-2', '3'])}`;

const onLists = (chance: Chance): string => {
  const whole = (): string => at(chance);
  return chance.pick([
    `l.append(${chance.pick(items)})`,
    `l.extend(${list(chance)})`,
    `l.insert(${whole()}, ${chance.pick(items)})`,
    `print l.pop(${chance.pick(['', whole()])})`,
    `l.remove(${chance.pick(items)})`,
    'l.reverse()',
    `l.sort(${chance.pick(['', 'reverse=True', 'key=str', 'key=lambda v: (type(v).__name__, v)', 'cmp=lambda x, y: cmp(str(y), str(x))', 'key=repr, reverse=True'])})`,
    `print l.index(${chance.pick(items)})`,
    `print l.count(${chance.pick(items)}), len(l)`,
    `print l[${slice(chance)}], l[${slice(chance)}]`,
    `l[${slice(chance)}] = ${list(chance)}`,
    `l[${bound(chance)}:${bound(chance)}] = 'xy'`,
    `del l[${slice(chance)}]`,
    `l[${whole()}] = ${chance.pick(items)}`,
    `del l[${whole()}]`,
    `l += ${list(chance)}`,
    `l *= ${chance.below(3)}`,
    `print l + ${list(chance)}, ${chance.pick(items)} in l, ${chance.pick(items)} not in l`,
    `print l < ${list(chance)}, l == ${list(chance)}, cmp(l, ${list(chance)})`,
    'print tuple(l), l * 2',
    `a = b = l[:]; a.append(0); print a is b, len(l)`,
    `(p, q), r = [l[:2], ${list(chance)}]; print p, q, r`,
  ]);
};

const onDicts = (chance: Chance): string => {
  const one = (): string => key(chance);
  return chance.pick([
    `d[${one()}] = ${chance.pick(items)}`,
    `print d[${one()}]`,
    `print d.get(${one()}), d.get(${one()}, 'none')`,
    `print d.setdefault(${one()}, ${chance.pick(items)})`,
    `print d.pop(${one()}${chance.pick(['', ", 'gone'"])})`,
    `d.update({${one()}: ${chance.pick(items)}})`,
    `d.update([(${one()}, ${chance.pick(items)})], z=1)`,
    `del d[${one()}]`,
    `print ${one()} in d, d.has_key(${one()}), len(d)`,
    'print sorted(d.items(), key=repr), sorted(map(repr, d))',
    'print sorted(map(repr, d.values())), sorted(d.iteritems(), key=repr)',
    `d = dict.fromkeys(${list(chance)}, ${chance.pick(items)})`,
    `d = dict([(${one()}, 1), (${one()}, 2)], k=3)`,
    'e = d.copy(); e["new"] = 1; print len(d), len(e), d == e',
    `d = {k: v for v, k in enumerate(${list(chance)})}`,
    `d[[1]] = 2`,
    'print dict((repr(k), v) for k, v in d.items()) == d',
  ]);
};

const onSets = (chance: Chance): string => {
  const sign = chance.pick(['|', '&', '-', '^']);
  return chance.pick([
    `s.add(${chance.pick(numbers)})`,
    `s.discard(${chance.pick(numbers)})`,
    `s.remove(${chance.pick(numbers)})`,
    `print sorted(s ${sign} set(${list(chance)}))`,
    `print s ${chance.pick(['<=', '<', '>=', '==', '!='])} set(${list(chance)}), ${chance.pick(numbers)} in s, len(s)`,
    `s.update(${list(chance)})`,
    `print sorted(s.${chance.pick(['union', 'intersection', 'difference', 'symmetric_difference'])}(${list(chance)}))`,
    `s ${sign}= set(${list(chance)})`,
    `print s.${chance.pick(['issubset', 'issuperset', 'isdisjoint'])}(${list(chance)})`,
    `print frozenset(s) == s, sorted(frozenset(${list(chance)}))`,
    `s = set(x * 2 for x in ${list(chance)})`,
    'print sorted({int(x) % 3 for x in s})',
  ]);
};

const onSequences = (chance: Chance): string => {
  const one = (): string => list(chance);
  return chance.pick([
    `print sorted(${list(chance, items)}), sorted(${one()}, reverse=True)`,
    `print min(${one()}), max(${one()})`,
    `print sum(${one()}), sum(${one()}, 5), any(${one()}), all(${one()})`,
    `print zip(${one()}, ${one()}), map(None, ${one()}, ${one()})`,
    `print map(lambda x: x * 2, ${one()}), filter(None, ${one()}), filter(lambda x: x > 1, tuple(${one()}))`,
    `print reduce(lambda x, y: x * 2 + y, ${one()}), reduce(lambda x, y: x + y, ${one()}, 1)`,
    `print list(enumerate(${one()}, ${chance.below(3)})), list(reversed(${one()}))`,
    `print [x * y for x in ${one()} for y in ${one()} if x != y]`,
    `print [[y for y in range(int(x))] for x in ${one()}]`,
    `print range(${at(chance)}, ${at(chance)}, ${chance.pick(['1', '2', '-1', '0'])})`,
    `print (${chance.pick(items)}, ${chance.pick(items)}) < (${chance.pick(items)}, ${chance.pick(items)})`,
    `print ${chance.pick(items)} < ${chance.pick(items)}, ${chance.pick(items)} == ${chance.pick(items)}, cmp(${chance.pick(items)}, ${chance.pick(items)})`,
    `x, y, z = ${one()}; print x, y, z`,
    `print (1, 2, 3).index(${chance.pick(numbers)}), (1, 2, 2).count(2), (1, 2)[${slice(chance)}]`,
    `it = iter(${one()}); print next(it, 'end'), list(it), next(it, 'end')`,
    `print ', '.join(str(x) for x in ${list(chance, items)})`,
    `print isinstance(${chance.pick(items)}, (int, str)), bool(${chance.pick(items)}), type(${chance.pick(items)}).__name__`,
    `print min(${one()}, key=lambda x: -x), sorted(${one()}, key=lambda x: x % 3)`,
    `print [x if x > 1 else -x for x in ${one()}], 1 < ${chance.pick(numbers)} < 5`,
  ]);
};

/** A program of statements on collections, each of which may fail. */
export function collectionProgram(chance: Chance): string {
  const lines = [`l = ${list(chance, items)}`, "d = {'a': 1, 'b': [2]}", `s = set(${list(chance)})`];
  const kinds = [onLists, onLists, onDicts, onSets, onSequences, onSequences];
  for (const line of chance.many(8, 20, () => chance.pick(kinds)(chance))) {
    lines.push('try:', `    ${line}`, 'except Exception, error: print type(error).__name__');
  }
  return [...lines, 'print l, sorted(d.items(), key=repr), sorted(s)'].join('\n');
}
