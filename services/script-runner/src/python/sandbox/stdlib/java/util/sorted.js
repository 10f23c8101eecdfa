/** TreeMap and TreeSet: a map and a set whose keys are in order. */
const B = Sk.builtin;
const { collection, iteratorOf, ArrayList, Entry, HashMap, HashSet, comparing } = py.javaCollections;

const entryOf = (pair) => (pair === undefined ? undefined : Object.assign(new Entry(), { pair }));
const noElement = () => py.throwJava('java.util.NoSuchElementException');
/** Returns the comparator in the first argument of a constructor; None for a collection or a number. */
const orderIn = ([given]) =>
  given === undefined || py.isNone(given) || given.sq$length || given instanceof B.int_ ? py.none : given;
const withoutOrder = (args) => (orderIn(args) === py.none ? args : []);

/** Methods that search a sorted list of keys. `answer` converts the position of the result. */
const neighbors = {
  floor: (keys, key, compare) => keys.findLastIndex((one) => compare(one, key) <= 0),
  lower: (keys, key, compare) => keys.findLastIndex((one) => compare(one, key) < 0),
  ceiling: (keys, key, compare) => keys.findIndex((one) => compare(one, key) >= 0),
  higher: (keys, key, compare) => keys.findIndex((one) => compare(one, key) > 0),
};
/** Whether a key is before the end, or after the begin, of a range of keys. */
const isBefore = (compare, key, end, isInclusive) => compare(key, end) < (isInclusive ? 1 : 0);
const isAfter = (compare, key, begin, isInclusive) => compare(key, begin) >= (isInclusive ? 0 : 1);
const flag = (value, otherwise) => (value === undefined ? otherwise : Sk.misceval.isTrue(value));
const parts = (select) => ({
  head: [
    ['end', 'inclusive?'],
    (held, end, inclusive) => select(held, (key) => isBefore(held.compare, key, end, flag(inclusive, false))),
  ],
  tail: [
    ['begin', 'inclusive?'],
    (held, begin, inclusive) => select(held, (key) => isAfter(held.compare, key, begin, flag(inclusive, true))),
  ],
  sub: [
    ['begin', 'end'],
    (held, begin, end) =>
      select(held, (key) => isAfter(held.compare, key, begin, true) && isBefore(held.compare, key, end, false)),
  ],
});
const prepare = (held, args) => {
  held.order = orderIn(args);
  held.compare = comparing(held.order);
};
const reversed = (held) => comparing(py.javaReversed(held.order));

const keysOf = (map) => map.$items().map(([key]) => key);
/** Returns the pair at a position, if there is one. */
const pairAt = (map, index) => map.$items().at(index);
const taken = (map, index) => {
  const pair = pairAt(map, index);
  if (pair !== undefined) map.mp$ass_subscript(pair[0], undefined);
  return entryOf(pair);
};
const mapOf = (pairs, like, compare = like.compare) => {
  const made = py.call(TreeMap);
  Object.assign(made, { compare, order: like.order });
  for (const [key, value] of pairs) made.mp$ass_subscript(key, value);
  return made;
};
const mapParts = parts((map, isWanted) =>
  mapOf(
    map.$items().filter(([key]) => isWanted(key)),
    map,
  ),
);
const searches = Object.entries(neighbors).flatMap(([name, find]) => {
  const pairIn = (map, key) => map.$items()[find(keysOf(map), key, map.compare)];
  return [
    [`${name}Key`, [['key'], (map, key) => pairIn(map, key)?.[0]]],
    [`${name}Entry`, [['key'], (map, key) => entryOf(pairIn(map, key))]],
  ];
});
const TreeMap = collection('java.util.TreeMap', HashMap, {
  contentOf: withoutOrder,
  prepare,
  methods: {
    ...Object.fromEntries(searches),
    descendingKeySet: [[], (map) => setOf(keysOf(map), map, reversed(map))],
    descendingMap: [[], (map) => mapOf(map.$items(), map, reversed(map))],
    firstEntry: [[], (map) => entryOf(pairAt(map, 0))],
    firstKey: [[], (map) => (pairAt(map, 0) ?? noElement())[0]],
    headMap: mapParts.head,
    keySet: [[], (map) => setOf(keysOf(map), map)],
    lastEntry: [[], (map) => entryOf(pairAt(map, -1))],
    lastKey: [[], (map) => (pairAt(map, -1) ?? noElement())[0]],
    navigableKeySet: [[], (map) => setOf(keysOf(map), map)],
    pollFirstEntry: [[], (map) => taken(map, 0)],
    pollLastEntry: [[], (map) => taken(map, -1)],
    subMap: mapParts.sub,
    tailMap: mapParts.tail,
  },
});
// The interpreter reads all keys and pairs of a dict through these two methods.
const pairsOf = B.dict.prototype.$items;
const natural = comparing(py.none);
Object.assign(TreeMap.prototype, {
  $items() {
    const compare = this.compare ?? natural;
    return pairsOf.call(this).toSorted(([left], [right]) => compare(left, right));
  },
  sk$asarray() {
    return this.$items().map(([key]) => key);
  },
});

const setOf = (items, like, compare = like.compare) => {
  const made = py.call(TreeSet, new B.list(items));
  return Object.assign(made, { compare, order: like.order });
};
const drawn = (set, index) => {
  const item = set.sk$asarray().at(index);
  if (item !== undefined) py.call(Sk.abstr.gattr(set, py.text('discard')), item);
  return item;
};
const setParts = parts((set, isWanted) => setOf(set.sk$asarray().filter(isWanted), set));
const TreeSet = collection('java.util.TreeSet', HashSet, {
  contentOf: withoutOrder,
  prepare,
  methods: {
    ...Object.fromEntries(
      Object.entries(neighbors).map(([name, find]) => [
        name,
        [['key'], (set, key) => set.sk$asarray()[find(set.sk$asarray(), key, set.compare)]],
      ]),
    ),
    descendingIterator: [[], (set) => iteratorOf(new B.list(set.sk$asarray().toReversed()))],
    descendingSet: [[], (set) => setOf(set.sk$asarray(), set, reversed(set))],
    first: [[], (set) => set.sk$asarray().at(0) ?? noElement()],
    headSet: setParts.head,
    last: [[], (set) => set.sk$asarray().at(-1) ?? noElement()],
    pollFirst: [[], (set) => drawn(set, 0)],
    pollLast: [[], (set) => drawn(set, -1)],
    subSet: setParts.sub,
    tailSet: setParts.tail,
    toArray: [[], (set) => new ArrayList(set.sk$asarray())],
  },
});
const itemsOf = B.set.prototype.sk$asarray;
TreeSet.prototype.sk$asarray = function inOrder() {
  return itemsOf.call(this).toSorted(this.compare ?? natural);
};
py.javaSorted = { TreeMap, TreeSet };
