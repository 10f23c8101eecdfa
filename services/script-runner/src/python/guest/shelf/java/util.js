/** java.util: lists, maps and sets are those of Python, with Java's methods as well. */
const B = Sk.builtin;

const isTrue = (found) => py.bool(found);
const same = (left, right) => left === right || Sk.misceval.richCompareBool(left, right, 'Eq');
const at = (value, name) => py.wholeOf(value, name);
const isIndex = (value) => value instanceof B.int_ && !(value instanceof B.bool);
const checked = (list, index, most = list.v.length - 1) => {
  const place = at(index, 'get');
  if (place >= 0 && place <= most) return place;
  throw new (py.standIn('java.lang.IndexOutOfBoundsException'))(`Index: ${place}, Size: ${list.v.length}`);
};
const shown = (value) => {
  py.importModule('java.lang');
  return py.javaText(value);
};

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
  const all = { isEmpty: [[], (held) => isTrue(sizeOf(held) === 0)], size: [[], (held) => py.number(sizeOf(held))] };
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
    contains: [['item'], (list, item) => isTrue(place(list, item) >= 0)],
    get: [['index'], (list, index) => list.v[checked(list, index)]],
    indexOf: [['item'], (list, item) => py.number(place(list, item))],
    iterator: [[], iteratorOf],
    remove: [['item'], removed],
    set: [['index', 'item'], (list, index, item) => list.v.splice(checked(list, index), 1, item)[0]],
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
    putAll: [['other'], (map, other) => void other.$items().map(([key, value]) => put(map, key, value))],
    remove: [['key'], remove],
    values: [[], (map) => listOf(map.$items().map(([, value]) => value))],
  },
});

const Arrays = py.defineType('java.util.Arrays', {
  create: () => py.raise('TypeError', 'java.util.Arrays has no objects'),
  statics: {
    asList: py.defineOpen('asList', (args) =>
      listOf(args.length === 1 && args[0] instanceof B.list ? args[0].v.slice() : args.slice()),
    ),
    sort: [['items'], (items) => void py.call(Sk.abstr.gattr(items, py.text('sort')))],
    toString: [['items'], (items) => py.text(`[${py.items(items).map(shown).join(', ')}]`)],
  },
});

const uuidText = (value) => {
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) return value.toLowerCase();
  throw new (py.standIn('java.lang.IllegalArgumentException'))(`Invalid UUID string: ${value}`);
};
const uuidOf = (text) => Object.assign(new Uuid(), { text });
const Uuid = py.defineType('java.util.UUID', {
  create: () => py.raise('TypeError', 'java.util.UUID is made by randomUUID() or fromString()'),
  slots: {
    tp$str() {
      return py.text(this.text);
    },
    tp$hash() {
      return py.text(this.text).tp$hash();
    },
    tp$richcompare(other, op) {
      const isSame = other instanceof Uuid && other.text === this.text;
      if (op !== 'Eq' && op !== 'NotEq') return B.NotImplemented.NotImplemented$;
      return op === 'Eq' ? isSame : !isSame;
    },
  },
  methods: { toString: [[], (uuid) => py.text(uuid.text)] },
  statics: {
    fromString: [['text'], (text) => uuidOf(uuidText(py.textOf(text, 'fromString')))],
    randomUUID: [[], () => uuidOf(new B.str(py.call(py.importModule('uuid').$d.uuid4)).v)],
  },
});

const base64 = (isForUrls) => {
  const call = (name, bytes) => py.call(py.importModule('base64').$d[isForUrls ? `urlsafe_${name}` : name], bytes);
  const encoded = (bytes) => call('b64encode', py.fromBytes(bytesIn(bytes, 'encode')));
  return {
    encode: [['bytes'], (_, bytes) => encoded(bytes)],
    encodeToString: [['bytes'], (_, bytes) => encoded(bytes)],
    decode: [['text'], (_, text) => call('b64decode', py.text(py.textOf(text, 'decode')))],
  };
};
const bytesIn = (value, name) =>
  py.isText(value) ? py.bytesOf(value, name) : py.items(value).map((byte) => at(byte, name) & 255);
const coderOf = (isForUrls) => {
  const Coder = py.defineClass('java.util.Base64.Coder', { methods: base64(isForUrls) });
  return () => new Coder();
};
const [plainCoder, urlCoder] = [coderOf(false), coderOf(true)];
const Base64 = py.defineType('java.util.Base64', {
  create: () => py.raise('TypeError', 'java.util.Base64 has no objects'),
  statics: {
    getDecoder: [[], plainCoder],
    getEncoder: [[], plainCoder],
    getMimeDecoder: [[], plainCoder],
    getUrlDecoder: [[], urlCoder],
    getUrlEncoder: [[], urlCoder],
  },
});

py.javaCollections = { collection, iteratorOf, HashMap, HashSet };
for (const file of ['java/dates', 'java/calendar', 'java/properties']) py.takeFile(file);
py.modules['java.util'] = () => ({
  ...py.javaDates,
  ...py.javaProperties,
  ArrayList,
  Arrays,
  Base64,
  HashMap,
  HashSet,
  LinkedHashMap: HashMap,
  LinkedList: ArrayList,
  Vector: ArrayList,
  // as in Jython, its own collections are of Java's interfaces
  List: B.list,
  Map: B.dict,
  Set: B.set,
  UUID: Uuid,
});
