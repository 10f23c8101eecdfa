/** abc, weakref, and the abstract classes of collections, from which scripts can derive. */
const B = Sk.builtin;
py.loadFile('http/classes');

const { objectGetItem, objectSetItem, objectDelItem } = Sk.abstr;
const iterate = (self) => py.items(self);
const isIn = (self, key) => {
  try {
    objectGetItem(self, key);
    return true;
  } catch (thrown) {
    if (thrown instanceof B.KeyError) return false;
    throw thrown;
  }
};
const lookUp = (self, key, otherwise) => (isIn(self, key) ? objectGetItem(self, key) : (otherwise ?? py.none));
const pairs = (self) => iterate(self).map((key) => new B.tuple([key, objectGetItem(self, key)]));
const lazily = (list) => Sk.abstr.iter(new B.list(list));
const missing = (key) => {
  throw new B.KeyError(key);
};

const reading = {
  get: [['key', 'default?'], lookUp],
  has_key: [['key'], (self, key) => py.bool(isIn(self, key))],
  items: [[], (self) => new B.list(pairs(self))],
  iteritems: [[], (self) => lazily(pairs(self))],
  keys: [[], (self) => new B.list(iterate(self))],
  iterkeys: [[], (self) => lazily(iterate(self))],
  values: [[], (self) => new B.list(iterate(self).map((key) => objectGetItem(self, key)))],
  itervalues: [[], (self) => lazily(iterate(self).map((key) => objectGetItem(self, key)))],
};
const take = (self, key) => {
  const value = objectGetItem(self, key);
  objectDelItem(self, key);
  return value;
};
const pairsIn = (given) => {
  if (py.isNone(given)) return [];
  const keys = given.tp$getattr(py.text('keys'));
  if (keys !== undefined) return py.items(py.call(keys)).map((key) => [key, objectGetItem(given, key)]);
  return py.items(given).map((pair) => py.items(pair));
};
const writing = {
  clear: [
    [],
    (self) => {
      for (const key of iterate(self)) objectDelItem(self, key);
    },
  ],
  pop: [
    ['key', 'default?'],
    (self, key, otherwise) => {
      if (isIn(self, key)) return take(self, key);
      return otherwise ?? missing(key);
    },
  ],
  popitem: [
    [],
    (self) => {
      const [key] = iterate(self);
      return key === undefined ? missing(py.text('popitem(): mapping is empty')) : new B.tuple([key, take(self, key)]);
    },
  ],
  setdefault: [
    ['key', 'default?'],
    (self, key, otherwise) => {
      if (!isIn(self, key)) objectSetItem(self, key, otherwise ?? py.none);
      return objectGetItem(self, key);
    },
  ],
};
const update = (self, [given], named) => {
  for (const [key, value] of pairsIn(given)) objectSetItem(self, key, value);
  for (const [key, value] of Object.entries(named)) objectSetItem(self, py.text(key), value);
};

const hasSlot =
  (...slots) =>
  (value) =>
    slots.some((slot) => typeof value[slot] === 'function');
const isOf =
  (...types) =>
  (value) =>
    types.some((type) => value instanceof type);
/** For each abstract class, the test for objects that belong to it without deriving from it. */
const includes = new Map();
const abstract = (name, is, { slots, methods, openMethods, base } = {}) => {
  const type = py.defineOpenType(`collections.${name}`, { base: base ?? B.object, slots, methods, openMethods });
  includes.set(type, is);
  return type;
};
const contains = {
  sq$contains(key) {
    return isIn(this, key);
  },
};
const Mapping = abstract('Mapping', isOf(B.dict), { slots: contains, methods: reading });
const MutableMapping = abstract('MutableMapping', isOf(B.dict), {
  slots: contains,
  methods: { ...reading, ...writing },
  openMethods: { update },
});
py.abstractClasses = {
  Callable: abstract('Callable', hasSlot('tp$call')),
  Container: abstract('Container', hasSlot('sq$contains')),
  Hashable: abstract('Hashable', (value) => typeof value.tp$hash === 'function'),
  Iterable: abstract('Iterable', hasSlot('tp$iter')),
  Iterator: abstract('Iterator', hasSlot('tp$iternext')),
  Mapping,
  MutableMapping,
  MutableSequence: abstract('MutableSequence', isOf(B.list)),
  MutableSet: abstract('MutableSet', isOf(B.set)),
  Sequence: abstract('Sequence', isOf(B.list, B.tuple, B.str)),
  Set: abstract('Set', isOf(B.set, B.frozenset)),
  Sized: abstract('Sized', hasSlot('sq$length', 'mp$length')),
};

/** The registered classes of each abstract class. */
const registered = new WeakMap();
const isRegistered = (value, type) =>
  (registered.get(type) ?? []).some((one) => Sk.misceval.isTrue(B.isinstance(value, one)));
const isA = (value, type) => {
  if (type instanceof B.tuple) return type.v.some((one) => isA(value, one));
  if (includes.get(type)?.(value) === true || isRegistered(value, type)) return true;
  return Sk.misceval.isTrue(B.isinstance(value, type));
};
Sk.builtins.isinstance = py.define('isinstance', ['object', 'type'], (value, type) => py.bool(isA(value, type)));

const marked = new WeakSet();
const mark = (value) => {
  marked.add(value);
  return value;
};
/** Returns the names of the abstract methods that no subclass overrides. */
const abstractNames = (type) =>
  py.items(py.call(Sk.builtins.dir, type)).flatMap((name) => {
    const value = name.v.startsWith('__') ? undefined : type.tp$getattr(name);
    return value !== undefined && (marked.has(value) || marked.has(value.im_func ?? value)) ? [name.v] : [];
  });
const callType = B.type.prototype.tp$call;

/** The metaclass is created in each run, because scripts can set its attributes. */
const metaclass = () => {
  const made = py.call(B.type, py.text('ABCMeta'), new B.tuple([B.type]), new B.dict([]));
  made.prototype.tp$call = function create(args, named) {
    const names = this.prototype instanceof B.type ? [] : abstractNames(this);
    if (names.length > 0)
      py.raise(
        'TypeError',
        `Can't instantiate abstract class ${this.prototype.tp$name} with abstract methods ${names.join(', ')}`,
      );
    return callType.call(this, args, named);
  };
  py.addMethod(made, 'register', ['subclass'], (type, other) => {
    registered.set(type, [...(registered.get(type) ?? []), other]);
  });
  return made;
};
py.modules.abc = () => ({
  ABCMeta: metaclass(),
  abstractmethod: py.define('abstractmethod', ['funcobj'], mark),
  abstractproperty: py.define('abstractproperty', ['fget?', 'fset?', 'fdel?', 'doc?'], (...given) =>
    mark(py.call(Sk.builtins.property, ...given.map((one) => one ?? py.none))),
  ),
});

/** An object lives until the end of the run, so a weak reference never loses its object. */
const Reference = py.defineType('weakref.ref', {
  create: ([target]) => Object.assign(new Reference(), { target }),
  slots: {
    tp$call() {
      return this.target;
    },
  },
});
py.modules.weakref = () => ({
  ref: Reference,
  ReferenceType: Reference,
  proxy: py.define('proxy', ['object', 'callback?'], (target) => target),
  WeakKeyDictionary: B.dict,
  WeakValueDictionary: B.dict,
  WeakSet: B.set,
});
