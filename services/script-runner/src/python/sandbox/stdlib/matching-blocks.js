/** Finds the matching blocks of two sequences for difflib, with the algorithm of Ratcliff and Obershelp. */
/** Returns the key of an element. Equal elements have equal keys. */
const keyOf = (element) => (py.isText(element) ? `s${element.v}` : `o${Sk.misceval.objectRepr(element)}`);
const itemsOf = (sequence) => (py.isText(sequence) ? [...sequence.v].map(py.text) : py.items(sequence));

/** From this number of elements on, elements at more than 1 % of the positions are ignored. */
const popularFrom = 200;

/** Returns the positions of each element of `b`, without junk and popular elements. */
const placesIn = (keys, items, isJunk, autojunk) => {
  const places = new Map();
  for (const [at, key] of keys.entries()) {
    if (!places.has(key)) places.set(key, []);
    places.get(key).push(at);
  }
  const junk = new Set();
  if (!py.isNone(isJunk)) {
    for (const key of places.keys()) if (Sk.misceval.isTrue(py.call(isJunk, items[places.get(key)[0]]))) junk.add(key);
  }
  const isPopular = (found) =>
    autojunk && keys.length >= popularFrom && found.length > Math.floor(keys.length / 100) + 1;
  for (const [key, found] of [...places]) if (junk.has(key) || isPopular(found)) places.delete(key);
  return { places, junk };
};

/**
 * Returns the longest common block without junk, the first one of equal length, extended by equal elements around it.
 */
const longest = ({ a, b, places, junk }, [fromA, toA, fromB, toB]) => {
  let best = { a: fromA, b: fromB, size: 0 };
  let lengths = new Map();
  for (let i = fromA; i < toA; i += 1) {
    const next = new Map();
    for (const j of places.get(a[i]) ?? []) {
      if (j < fromB) continue;
      if (j >= toB) break;
      const size = (lengths.get(j - 1) ?? 0) + 1;
      next.set(j, size);
      if (size > best.size) best = { a: i - size + 1, b: j - size + 1, size };
    }
    lengths = next;
  }
  for (const wantsJunk of [false, true]) {
    const fits = (i, j) => a[i] === b[j] && junk.has(b[j]) === wantsJunk;
    while (best.a > fromA && best.b > fromB && fits(best.a - 1, best.b - 1))
      best = { a: best.a - 1, b: best.b - 1, size: best.size + 1 };
    while (best.a + best.size < toA && best.b + best.size < toB && fits(best.a + best.size, best.b + best.size))
      best = { ...best, size: best.size + 1 };
  }
  return best;
};

/** Returns all matching blocks in order. The last one is empty and is at the end of both sequences. */
const blocksOf = (pair) => {
  const open = [[0, pair.a.length, 0, pair.b.length]];
  const found = [];
  while (open.length > 0) {
    const [fromA, toA, fromB, toB] = open.pop();
    const best = longest(pair, [fromA, toA, fromB, toB]);
    if (best.size === 0) continue;
    found.push(best);
    if (fromA < best.a && fromB < best.b) open.push([fromA, best.a, fromB, best.b]);
    if (best.a + best.size < toA && best.b + best.size < toB)
      open.push([best.a + best.size, toA, best.b + best.size, toB]);
  }
  const joined = [];
  for (const block of found.sort((one, other) => one.a - other.a || one.b - other.b)) {
    const before = joined.at(-1);
    if (before !== undefined && before.a + before.size === block.a && before.b + before.size === block.b)
      before.size += block.size;
    else joined.push({ ...block });
  }
  return [...joined, { a: pair.a.length, b: pair.b.length, size: 0 }];
};

/** Returns the steps `[tag, a from, a to, b from, b to]` that convert `a` to `b`. */
const opcodesOf = (pair) => {
  const codes = [];
  let [i, j] = [0, 0];
  for (const { a, b, size } of blocksOf(pair)) {
    const tag = i < a ? (j < b ? 'replace' : 'delete') : j < b ? 'insert' : undefined;
    if (tag !== undefined) codes.push([tag, i, a, j, b]);
    if (size > 0) codes.push(['equal', a, a + size, b, b + size]);
    [i, j] = [a + size, b + size];
  }
  return codes;
};

/** Returns the opcodes in groups, with this number of equal elements around each group. */
const groupsOf = (pair, context) => {
  const codes = opcodesOf(pair);
  if (codes.length === 0) codes.push(['equal', 0, 1, 0, 1]);
  if (codes[0][0] === 'equal') {
    const [, , i, , j] = codes[0];
    codes[0] = ['equal', Math.max(codes[0][1], i - context), i, Math.max(codes[0][3], j - context), j];
  }
  if (codes.at(-1)[0] === 'equal') {
    const [, i, toA, j, toB] = codes.at(-1);
    codes[codes.length - 1] = ['equal', i, Math.min(toA, i + context), j, Math.min(toB, j + context)];
  }
  const groups = [[]];
  for (const [tag, i, toA, j, toB] of codes) {
    if (tag === 'equal' && toA - i > 2 * context) {
      groups.at(-1).push([tag, i, Math.min(toA, i + context), j, Math.min(toB, j + context)]);
      groups.push([[tag, Math.max(i, toA - context), toA, Math.max(j, toB - context), toB]]);
    } else groups.at(-1).push([tag, i, toA, j, toB]);
  }
  return groups.filter((group) => group.length > 0 && !(group.length === 1 && group[0][0] === 'equal'));
};

const similarity = (pair) => {
  const length = pair.a.length + pair.b.length;
  const matches = blocksOf(pair).reduce((sum, { size }) => sum + size, 0);
  return length === 0 ? 1 : (2 * matches) / length;
};
const pairOf = (first, second, isJunk, autojunk) => {
  const [a, b] = [itemsOf(first), itemsOf(second)];
  const keys = b.map(keyOf);
  return { a: a.map(keyOf), b: keys, ...placesIn(keys, b, isJunk, autojunk) };
};

py.matching = { blocksOf, groupsOf, longest, opcodesOf, pairOf, similarity };
