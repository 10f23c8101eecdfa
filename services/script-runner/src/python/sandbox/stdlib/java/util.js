/** java.util: lists, maps and sets are those of Python, with additional methods of Java. */
const B = Sk.builtin;

py.importModule('java.lang');
const toBool = (condition) => py.bool(condition);
const same = (left, right) => left === right || Sk.misceval.richCompareBool(left, right, 'Eq');
const at = (value, name) => py.wholeOf(value, name);
const isIndex = (value) => value instanceof B.int_ && !(value instanceof B.bool);
/** Returns the index as a number. Throws IndexOutOfBoundsException. */
const validIndex = (list, index, max = list.v.length - 1) => {
  const number = at(index, 'get');
  if (number >= 0 && number <= max) return number;
  throw new (py.standIn('java.lang.IndexOutOfBoundsException'))(`Index: ${number}, Size: ${list.v.length}`);
};
const javaText = py.javaText;

/**
 * Defines a collection of Java as a subclass of a Python type. `contentOf` converts the arguments of the constructor to
 * those of the Python type, `prepare` runs after the constructor, and `toText` returns Java's text of the collection.
 */
const collection = (name, base, { contentOf, prepare = () => undefined, toText, methods }) => {
  const type = Sk.abstr.buildNativeClass(name, {
    constructor: function Collection(items) {
      base.call(this, items);
    },
    base,
    slots: {
      tp$init(args) {
        base.prototype.tp$init.call(this, contentOf(args), []);
        prepare(this, args);
      },
      ...(toText && {
        tp$str() {
          return py.text(toText(this));
        },
      }),
    },
  });
  const all = {
    containsAll: [['items'], (self, items) => toBool(py.items(items).every((item) => self.sq$contains(item)))],
    isEmpty: [[], (self) => toBool(sizeOf(self) === 0)],
    size: [[], (self) => py.number(sizeOf(self))],
  };
  for (const [key, [parameters, does]] of Object.entries({ ...all, ...methods }))
    py.addMethod(type, key, parameters, does);
  return type;
};
const sizeOf = (self) => Number(self.sq$length());

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
    hasMoreElements: [[], (iterator) => toBool(iterator.next < iterator.items.length)],
    hasNext: [[], (iterator) => toBool(iterator.next < iterator.items.length)],
    next: [[], nextOf],
    nextElement: [[], nextOf],
  },
});
const iteratorOf = (self) => Object.assign(new Iterator(), { items: py.items(self), next: 0 });

/** Returns the initial items from the argument of a constructor: a collection, or a capacity, which has no effect. */
const initialItems = ([source]) => (source === undefined || isIndex(source) ? [] : [new B.list(py.items(source))]);
const indexOf = (list, value) => list.v.findIndex((item) => same(item, value));
/** Removes the first item that equals the value; without such an item, the item at this index. */
const removeFrom = (list, value) => {
  const index = indexOf(list, value);
  if (index >= 0) return void list.v.splice(index, 1);
  return isIndex(value) ? list.v.splice(validIndex(list, value), 1)[0] : py.bool(false);
};
/**
 * The methods `removeAll` and `retainAll`. `keep` removes all items that do not match, and returns whether the content
 * changed.
 */
const bulkRemovals = (keep) => ({
  removeAll: [['items'], (self, items) => toBool(keep(self, (item) => !items.sq$contains(item)))],
  retainAll: [['items'], (self, items) => toBool(keep(self, (item) => items.sq$contains(item)))],
});
const ArrayList = collection('java.util.ArrayList', B.list, {
  contentOf: initialItems,
  toText: (list) => `[${list.v.map(javaText).join(', ')}]`,
  methods: {
    add: [
      ['first', 'second?'],
      (list, first, second) => {
        if (second === undefined) list.v.push(first);
        else list.v.splice(validIndex(list, first, list.v.length), 0, second);
        return second === undefined ? py.bool(true) : undefined;
      },
    ],
    addAll: [['items'], (list, items) => toBool(py.items(items).map((item) => list.v.push(item)).length > 0)],
    clear: [[], (list) => void list.v.splice(0)],
    ...bulkRemovals((list, isKept) => {
      const kept = list.v.filter(isKept);
      const isChanged = kept.length < list.v.length;
      list.v.splice(0, list.v.length, ...kept);
      return isChanged;
    }),
    contains: [['item'], (list, item) => toBool(indexOf(list, item) >= 0)],
    get: [['index'], (list, index) => list.v[validIndex(list, index)]],
    indexOf: [['item'], (list, item) => py.number(indexOf(list, item))],
    iterator: [[], iteratorOf],
    lastIndexOf: [['item'], (list, item) => py.number(list.v.findLastIndex((candidate) => same(candidate, item)))],
    remove: [['item'], removeFrom],
    set: [['index', 'item'], (list, index, item) => list.v.splice(validIndex(list, index), 1, item)[0]],
    subList: [
      ['from', 'to'],
      (list, from, to) => {
        const [begin, end] = [at(from, 'subList'), validIndex(list, to, list.v.length)];
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
  contentOf: initialItems,
  toText: (set) => `[${py.items(set).map(javaText).join(', ')}]`,
  methods: {
    add: [['item'], (set, item) => toBool(addTo(set, item))],
    addAll: [['items'], (set, items) => toBool(py.items(items).filter((item) => addTo(set, item)).length > 0)],
    contains: [['item'], (set, item) => toBool(set.sq$contains(item))],
    ...bulkRemovals((set, isKept) => {
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
        return toBool(isThere);
      },
    ],
    toArray: [[], (set) => new B.list(py.items(set))],
  },
});

const Entry = py.defineClass('java.util.Map.Entry', {
  getters: { key: (entry) => entry.pair[0], value: (entry) => entry.pair[1] },
  methods: { getKey: [[], (entry) => entry.pair[0]], getValue: [[], (entry) => entry.pair[1]] },
  slots: py.javaShown(({ pair }) => pair.map(javaText).join('=')),
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
  contentOf: ([source]) => (source === undefined || isIndex(source) ? [] : [source]),
  toText: (map) =>
    `{${map
      .$items()
      .map((pair) => pair.map(javaText).join('='))
      .join(', ')}}`,
  methods: {
    containsKey: [['key'], (map, key) => toBool(map.mp$lookup(key) !== undefined)],
    containsValue: [['value'], (map, value) => toBool(map.$items().some(([, item]) => same(item, value)))],
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

py.javaIndex = (list, index) => validIndex(list, index);
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
  // As in Jython, Python collections implement the interfaces of Java.
  List: B.list,
  Map: B.dict,
  Set: B.set,
});
