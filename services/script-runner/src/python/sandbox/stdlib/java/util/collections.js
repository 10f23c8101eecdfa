/** java.util.Collections, and deques. Unmodifiable collections are copies, not views. */
const B = Sk.builtin;
const { collection, iteratorOf, ArrayList, HashMap, HashSet } = py.javaCollections;

/** A comparator that reverses another one, or the natural order. */
const Reverse = py.defineClass('java.util.Collections.ReverseComparator', {
  methods: { compare: [['left', 'right'], (self, left, right) => py.number(comparing(self.order)(right, left))] },
});
py.javaReversed = (order = py.none) => Object.assign(new Reverse(), { order });
const isLess = (left, right) => Sk.misceval.richCompareBool(left, right, 'Lt');
/**
 * Returns a comparison function for a comparator: an object with `compare`, a function, or None for the natural order.
 */
const comparing = (order) => {
  if (py.isNone(order)) return (left, right) => (isLess(left, right) ? -1 : Number(isLess(right, left)));
  const compare = order.tp$getattr(py.text('compare')) ?? order;
  return (left, right) => py.wholeOf(py.call(compare, left, right), 'compare');
};
Object.assign(py.javaCollections, { comparing });

const unsupported = () => py.throwJava('java.lang.UnsupportedOperationException');
const changes = [
  ...['add', 'addAll', 'append', 'clear', 'discard', 'extend', 'insert', 'pop', 'popitem', 'put', 'putAll'],
  ...['putIfAbsent', 'remove', 'removeAll', 'retainAll', 'reverse', 'set', 'setdefault', 'sort', 'update'],
];
const operators = ['add', 'and', 'multiply', 'or', 'subtract', 'xor'].map((name) => `nb$inplace_${name}`);
/** Creates a class for unmodifiable copies of a collection. */
const fixedType = (name, base, basic) => {
  const inherited = changes.filter((method) => Sk.fixReserved(method) in base.prototype);
  const type = Sk.abstr.buildNativeClass(name, {
    constructor: function Fixed(items) {
      base.call(this, items);
    },
    base,
    slots: {
      tp$init(args) {
        if (this.isFixed) unsupported();
        base.prototype.tp$init.call(this, args, []);
        this.isFixed = true;
      },
      ...Object.fromEntries(operators.map((slot) => [slot, unsupported])),
      mp$ass_subscript(...args) {
        return this.isFixed ? unsupported() : basic.prototype.mp$ass_subscript?.apply(this, args);
      },
    },
  });
  for (const method of inherited) {
    const refused = py.defineOpen(method, unsupported);
    Object.defineProperty(type.prototype, Sk.fixReserved(method), { value: refused, writable: true });
  }
  return type;
};
const FixedList = fixedType('java.util.Collections.UnmodifiableList', ArrayList, B.list);
const FixedMap = fixedType('java.util.Collections.UnmodifiableMap', HashMap, B.dict);
const FixedSet = fixedType('java.util.Collections.UnmodifiableSet', HashSet, B.set);
const listOf = (...items) => py.call(FixedList, new B.list(items));
const setOf = (...items) => py.call(FixedSet, new B.list(items));
const mapOf = (...parts) => py.call(FixedMap, new B.dict(parts));
py.javaFixed = { listOf, setOf, mapOf };

const inOrder = (items, order) => py.items(items).toSorted(comparing(order));
const noElement = () => py.throwJava('java.util.NoSuchElementException');
/** Replaces the content of a list. */
const refill = (list, items) => void list.v.splice(0, list.v.length, ...items);
const found = (list, key, order) => {
  const compare = comparing(order);
  let [low, high] = [0, list.v.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const result = compare(list.v[middle], key);
    if (result === 0) return middle;
    if (result < 0) low = middle + 1;
    else high = middle - 1;
  }
  return -low - 1;
};
const shuffle = ({ v: items }) => {
  for (let at = items.length - 1; at > 0; at -= 1) {
    const other = Math.floor(py.effects.random() * (at + 1));
    [items[at], items[other]] = [items[other], items[at]];
  }
};
const same = (left, right) => left === right || Sk.misceval.richCompareBool(left, right, 'Eq');
const maxCopies = 1_000_000;
const copies = (count, item) => {
  const times = py.wholeOf(count, 'nCopies');
  if (times < 0) py.throwJava('java.lang.IllegalArgumentException', `List length = ${times}`);
  if (times > maxCopies) py.throwJava('java.lang.IllegalArgumentException', `nCopies: at most ${maxCopies} copies`);
  return listOf(...Array.from({ length: times }).fill(item));
};
const addAll = (target, items) => {
  const add = Sk.abstr.gattr(target, py.text('add'));
  const given = items.flatMap((one) => (one instanceof B.list ? one.v : [one]));
  return py.bool(given.map((item) => Sk.misceval.isTrue(py.call(add, item))).includes(true));
};
const unchanged = [['collection'], (held) => held];

const Collections = py.defineType('java.util.Collections', {
  create: () => py.raise('TypeError', 'java.util.Collections has no objects'),
  statics: {
    addAll: py.defineOpen('addAll', ([target, ...items]) => addAll(target, items)),
    binarySearch: [['list', 'key', 'order?'], (list, key, order) => py.number(found(list, key, order))],
    disjoint: [['one', 'other'], (one, other) => py.bool(!py.items(one).some((item) => other.sq$contains(item)))],
    emptyList: [[], () => listOf()],
    emptyMap: [[], () => mapOf()],
    emptySet: [[], () => setOf()],
    enumeration: [['items'], iteratorOf],
    fill: [['list', 'item'], (list, item) => refill(list, list.v.slice().fill(item))],
    frequency: [['items', 'item'], (items, item) => py.number(py.items(items).filter((one) => same(one, item)).length)],
    list: [['items'], (items) => new ArrayList(py.items(items))],
    max: [['items', 'order?'], (items, order) => inOrder(items, order).at(-1) ?? noElement()],
    min: [['items', 'order?'], (items, order) => inOrder(items, order).at(0) ?? noElement()],
    nCopies: [['count', 'item'], copies],
    reverse: [['list'], (list) => void list.v.reverse()],
    reverseOrder: [['order?'], (order) => py.javaReversed(order)],
    shuffle: [['list', 'random?'], shuffle],
    singleton: [['item'], (item) => setOf(item)],
    singletonList: [['item'], (item) => listOf(item)],
    singletonMap: [['key', 'value'], (key, value) => mapOf(key, value)],
    sort: [['list', 'order?'], (list, order) => refill(list, inOrder(list, order))],
    swap: [
      ['list', 'one', 'other'],
      (list, one, other) => {
        const [first, second] = [one, other].map((index) => py.javaIndex(list, index));
        [list.v[first], list.v[second]] = [list.v[second], list.v[first]];
      },
    ],
    synchronizedList: unchanged,
    synchronizedMap: unchanged,
    synchronizedSet: unchanged,
    unmodifiableCollection: [['items'], (items) => listOf(...py.items(items))],
    unmodifiableList: [['items'], (items) => listOf(...py.items(items))],
    unmodifiableMap: [['map'], (map) => py.call(FixedMap, map)],
    unmodifiableSet: [['items'], (items) => setOf(...py.items(items))],
  },
});

const needed = (list, index) => list.v.at(index) ?? noElement();
const first = (list) => list.v.shift();
const last = (list) => list.v.pop();
const must = (take) => [[], (list) => take(list) ?? noElement()];
const addFirst = [['item'], (list, item) => void list.v.unshift(item)];
const addLast = [['item'], (list, item) => void list.v.push(item)];
const offered = (add) => [
  ['item'],
  (list, item) => {
    add[1](list, item);
    return py.bool(true);
  },
];
const LinkedList = collection('java.util.LinkedList', ArrayList, {
  contentOf: (args) => args,
  methods: {
    addFirst,
    addLast,
    descendingIterator: [[], (list) => iteratorOf(new B.list(list.v.toReversed()))],
    element: [[], (list) => needed(list, 0)],
    getFirst: [[], (list) => needed(list, 0)],
    getLast: [[], (list) => needed(list, -1)],
    offer: offered(addLast),
    offerFirst: offered(addFirst),
    offerLast: offered(addLast),
    peek: [[], (list) => list.v.at(0)],
    peekFirst: [[], (list) => list.v.at(0)],
    peekLast: [[], (list) => list.v.at(-1)],
    poll: [[], first],
    pollFirst: [[], first],
    pollLast: [[], last],
    push: addFirst,
    removeFirst: must(first),
    removeLast: must(last),
  },
});
const emptyStack = () => py.throwJava('java.util.EmptyStackException');
const Stack = collection('java.util.Stack', ArrayList, {
  contentOf: (args) => args,
  methods: {
    empty: [[], (list) => py.bool(list.v.length === 0)],
    peek: [[], (list) => list.v.at(-1) ?? emptyStack()],
    pop: [[], (list) => last(list) ?? emptyStack()],
    push: [
      ['item'],
      (list, item) => {
        list.v.push(item);
        return item;
      },
    ],
  },
});
Object.assign(py.javaCollections, { ArrayDeque: LinkedList, Collections, LinkedList, Stack });
