/** java.util: lists, maps and sets are those of Python, with Java's methods as well. */
const B = Sk.builtin;

py.importModule('java.lang');
const isTrue = (found) => py.bool(found);
const same = (left, right) => left === right || Sk.misceval.richCompareBool(left, right, 'Eq');
const at = (value, name) => py.wholeOf(value, name);
const isIndex = (value) => value instanceof B.int_ && !(value instanceof B.bool);
const checked = (list, index, most = list.v.length - 1) => {
  const place = at(index, 'get');
  if (place >= 0 && place <= most) return place;
  throw new (py.standIn('java.lang.IndexOutOfBoundsException'))(`Index: ${place}, Size: ${list.v.length}`);
};
const shown = py.javaText;

/** A class of Java's as one of Python's: made of what `filled` gives Python's own, and written as Java writes it. */
const collection = (name, base, { filled, prepared = () => undefined, written, methods }) => {
  const type = Sk.abstr.buildNativeClass(name, {
    constructor: function Collection(items) {
      base.call(this, items);
    },
    base,
    slots: {
      tp$init(args) {
        base.prototype.tp$init.call(this, filled(args), []);
        prepared(this, args);
      },
      ...(written && {
        tp$str() {
          return py.text(written(this));
        },
      }),
    },
  });
  const all = {
    containsAll: [['items'], (held, items) => isTrue(py.items(items).every((item) => held.sq$contains(item)))],
    isEmpty: [[], (held) => isTrue(sizeOf(held) === 0)],
    size: [[], (held) => py.number(sizeOf(held))],
  };
  for (const [key, [parameters, does]] of Object.entries({ ...all, ...methods }))
    py.addMethod(type, key, parameters, does);
  return type;
};
const sizeOf = (held) => Number(held.sq$length());

const nextOf = (iterator) => {
  if (iterator.next < iterator.items.length) return iterator.items[iterator.next++];
  throw new (py.standIn('java.util.NoSuchElementException'))();
};
const Iterator = py.defineClass('java.util.Iterator', {
  slots: {
    tp$iter() {
      return this;
    },
    tp$iternext() {
      return this.items[this.next++];
    },
  },
  methods: {
    hasMoreElements: [[], (iterator) => isTrue(iterator.next < iterator.items.length)],
    hasNext: [[], (iterator) => isTrue(iterator.next < iterator.items.length)],
    next: [[], nextOf],
    nextElement: [[], nextOf],
  },
});
const iteratorOf = (held) => Object.assign(new Iterator(), { items: py.items(held), next: 0 });

const sized = ([given]) => (given === undefined || isIndex(given) ? [] : [new B.list(py.items(given))]);
const place = (list, value) => list.v.findIndex((one) => same(one, value));
/** An element that is there, else the one at this place. */
const removed = (list, value) => {
  const found = place(list, value);
  if (found >= 0) return void list.v.splice(found, 1);
  return isIndex(value) ? list.v.splice(checked(list, value), 1)[0] : py.bool(false);
};
/** Methods that remove the items of another collection, or all others; `keep` returns whether the content changed. */
const keeping = (keep) => ({
  removeAll: [['items'], (held, items) => isTrue(keep(held, (item) => !items.sq$contains(item)))],
  retainAll: [['items'], (held, items) => isTrue(keep(held, (item) => items.sq$contains(item)))],
});
const ArrayList = collection('java.util.ArrayList', B.list, {
  filled: sized,
  written: (list) => `[${list.v.map(shown).join(', ')}]`,
  methods: {
    add: [
      ['first', 'second?'],
      (list, first, second) => {
        if (second === undefined) list.v.push(first);
        else list.v.splice(checked(list, first, list.v.length), 0, second);
        return second === undefined ? py.bool(true) : undefined;
      },
    ],
    addAll: [['items'], (list, items) => isTrue(py.items(items).map((item) => list.v.push(item)).length > 0)],
    clear: [[], (list) => void list.v.splice(0)],
    ...keeping((list, isKept) => {
      const kept = list.v.filter(isKept);
      const isChanged = kept.length < list.v.length;
      list.v.splice(0, list.v.length, ...kept);
      return isChanged;
    }),
    contains: [['item'], (list, item) => isTrue(place(list, item) >= 0)],
    get: [['index'], (list, index) => list.v[checked(list, index)]],
    indexOf: [['item'], (list, item) => py.number(place(list, item))],
    iterator: [[], iteratorOf],
    lastIndexOf: [['item'], (list, item) => py.number(list.v.findLastIndex((one) => same(one, item)))],
    remove: [['item'], removed],
    set: [['index', 'item'], (list, index, item) => list.v.splice(checked(list, index), 1, item)[0]],
    subList: [
      ['from', 'to'],
      (list, from, to) => {
        const [begin, end] = [at(from, 'subList'), checked(list, to, list.v.length)];
        return listOf(list.v.slice(begin, end));
      },
    ],
    toArray: [[], (list) => new B.list(list.v.slice())],
  },
});
const listOf = (items) => new ArrayList(items);

const addTo = (set, item) => {
  const isNew = !set.sq$contains(item);
  py.call(Sk.abstr.gattr(set, py.text('update')), new B.list([item]));
  return isNew;
};
const HashSet = collection('java.util.HashSet', B.set, {
  filled: sized,
  written: (set) => `[${py.items(set).map(shown).join(', ')}]`,
  methods: {
    add: [['item'], (set, item) => isTrue(addTo(set, item))],
    addAll: [['items'], (set, items) => isTrue(py.items(items).filter((item) => addTo(set, item)).length > 0)],
    contains: [['item'], (set, item) => isTrue(set.sq$contains(item))],
    ...keeping((set, isKept) => {
      const dropped = py.items(set).filter((item) => !isKept(item));
      for (const item of dropped) py.call(Sk.abstr.gattr(set, py.text('discard')), item);
      return dropped.length > 0;
    }),
    iterator: [[], iteratorOf],
    remove: [
      ['item'],
      (set, item) => {
        const isThere = set.sq$contains(item);
        py.call(Sk.abstr.gattr(set, py.text('discard')), item);
        return isTrue(isThere);
      },
    ],
    toArray: [[], (set) => new B.list(py.items(set))],
  },
});

const Entry = py.defineClass('java.util.Map.Entry', {
  getters: { key: (entry) => entry.pair[0], value: (entry) => entry.pair[1] },
  methods: { getKey: [[], (entry) => entry.pair[0]], getValue: [[], (entry) => entry.pair[1]] },
  slots: py.javaShown(({ pair }) => pair.map(shown).join('=')),
});
const put = (map, key, value) => {
  const before = map.mp$lookup(key);
  map.mp$ass_subscript(key, value);
  return before;
};
const remove = (map, key) => {
  const before = map.mp$lookup(key);
  if (before !== undefined) map.mp$ass_subscript(key, undefined);
  return before;
};
const HashMap = collection('java.util.HashMap', B.dict, {
  filled: ([given]) => (given === undefined || isIndex(given) ? [] : [given]),
  written: (map) =>
    `{${map
      .$items()
      .map((pair) => pair.map(shown).join('='))
      .join(', ')}}`,
  methods: {
    containsKey: [['key'], (map, key) => isTrue(map.mp$lookup(key) !== undefined)],
    containsValue: [['value'], (map, value) => isTrue(map.$items().some(([, one]) => same(one, value)))],
    entrySet: [[], (map) => listOf(map.$items().map((pair) => Object.assign(new Entry(), { pair })))],
    getOrDefault: [['key', 'otherwise'], (map, key, otherwise) => map.mp$lookup(key) ?? otherwise],
    keySet: [[], (map) => py.call(HashSet, new B.list(map.$items().map(([key]) => key)))],
    put: [['key', 'value'], put],
    putIfAbsent: [['key', 'value'], (map, key, value) => map.mp$lookup(key) ?? put(map, key, value)],
    putAll: [['other'], (map, other) => void other.$items().map(([key, value]) => put(map, key, value))],
    remove: [['key'], remove],
    values: [[], (map) => listOf(map.$items().map(([, value]) => value))],
  },
});

py.javaIndex = (list, index) => checked(list, index);
py.javaCollections = { collection, iteratorOf, ArrayList, Entry, HashMap, HashSet, same };
for (const file of [
  'dates',
  'calendar',
  'util/identifiers',
  'properties',
  'util/arrays',
  'util/collections',
  'util/sorted',
  'util/optional',
  'util/scanning',
])
  py.loadFile(`java/${file}`);
const { ArrayDeque, Arrays, Collections, LinkedList, Stack } = py.javaCollections;
const Comparator = py.javaInterface('java.util.Comparator');
py.modules['java.util'] = () => ({
  ...py.javaDates,
  ...py.javaIdentifiers,
  ...py.javaProperties,
  ...py.javaOptional,
  ...py.javaScanning,
  ...py.javaSorted,
  ArrayDeque,
  ArrayList,
  Arrays,
  Collection: B.list,
  Collections,
  Comparator,
  HashMap,
  HashSet,
  Hashtable: HashMap,
  Iterator,
  LinkedHashMap: HashMap,
  LinkedHashSet: HashSet,
  LinkedList,
  Stack,
  Vector: ArrayList,
  // as in Jython, its own collections are of Java's interfaces
  List: B.list,
  Map: B.dict,
  Set: B.set,
});
