/** The predefined names of a script: its inputs as plain values, as objects, and as headers. */
const B = Sk.builtin;

const lowered = (name) => name.charAt(0).toLowerCase() + name.slice(1);

/** Returns the property of a Java getter: `title` for `getTitle`, `locked` for `isLocked`. */
const propertyOf = (name) => /^(?:get|is)([A-Z].*)$/.exec(name)?.[1];

const inDict = (dict, name) => dict.mp$lookup(new B.str(name));

const getter = (record, name) => {
  const property = propertyOf(name);
  if (property === undefined) return undefined;
  const value =
    inDict(record, lowered(property)) ??
    inDict(record, name) ??
    py.computedMember(record, lowered(property)) ??
    py.flagOf(record, name);
  return value === undefined ? undefined : py.define(name, [], () => value);
};

const setter = (record, name) => {
  const property = /^set([A-Z].*)$/.exec(name)?.[1];
  if (property === undefined) return undefined;
  return py.define(name, ['value'], (value) => {
    record.tp$setattr(new B.str(lowered(property)), value);
  });
};

/** Access to a property by its name, as in Java: `server.getProperty('url')`. */
const propertyMethods = {
  getProperty: (record) => py.define('getProperty', ['name'], (name) => inDict(record, name.v) ?? py.none),
  hasProperty: (record) => py.define('hasProperty', ['name'], (name) => py.bool(inDict(record, name.v) !== undefined)),
  setProperty: (record) =>
    py.define('setProperty', ['name', 'value'], (name, value) => {
      record.tp$setattr(name, value);
    }),
};

const byProperty = (record, name) => (Object.hasOwn(propertyMethods, name) ? propertyMethods[name](record) : undefined);

const defaultSeconds = 5;
const minSeconds = 1;

const methods = {
  getProperty: (record) => py.define('getProperty', ['name'], (name) => inDict(record, py.textOf(name, 'getProperty'))),
  hasProperty: (record) =>
    py.define('hasProperty', ['name'], (name) => py.bool(inDict(record, py.textOf(name, 'hasProperty')) !== undefined)),
  setProperty: (record) =>
    py.define('setProperty', ['name', 'value'], (name, value) => void record.tp$setattr(name, value)),
  /**
   * Here a plugin task has its properties itself. Elsewhere in the product family, they are in a member of the task.
   */
  pythonScript: (record) => record,
  getPythonScript: (record) => py.define('getPythonScript', [], () => record),
  findFolderId: (record) => py.define('findFolderId', [], () => py.folderIdOf(record)),
  schedule: () =>
    py.define('schedule', ['scriptPath', 'interval?'], (path, seconds) => {
      const asked = py.isNone(seconds) ? defaultSeconds : Number(new B.str(seconds).v);
      if (Number.isNaN(asked)) py.raise('TypeError', 'task.schedule() expects a number of seconds');
      const script = py.textOf(path, 'schedule');
      py.effect('task.schedule', (effects) => effects.schedule(script, Math.max(asked, minSeconds)));
    }),
};
const method = (record, name) => (Object.hasOwn(methods, name) ? methods[name](record) : undefined);

/** Returns the hash of a text. Equal texts have equal hashes, while skulpt numbers each long text separately. */
const hashOf = (text) => {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) hash = (hash * 31 + text.charCodeAt(at)) | 0;
  return hash;
};

/** Returns the id of a REST object; undefined for other data, such as the body of a webhook. */
const idTextOf = (record) => {
  const id = record.writable ? inDict(record, 'id') : undefined;
  return py.isText(id) ? py.text(id.v) : undefined;
};

/**
 * A REST object: a dict whose items are also attributes, with getters and setters as in Java. Its string is its id,
 * which identifies it in sets and dicts.
 */
py.Record = Sk.abstr.buildNativeClass('ConfigurationItem', {
  constructor: function ConfigurationItem(items, writable) {
    B.dict.call(this, items);
    this.writable = writable;
  },
  base: B.dict,
  slots: {
    tp$getattr(name, canSuspend) {
      const own = /^__/.test(name.v)
        ? undefined
        : (inDict(this, name.v) ?? byProperty(this, name.v) ?? py.computedMember(this, name.v) ?? getter(this, name.v));
      return (
        own ?? method(this, name.v) ?? B.dict.prototype.tp$getattr.call(this, name, canSuspend) ?? setter(this, name.v)
      );
    },
    tp$str() {
      return idTextOf(this) ?? B.dict.prototype.$r.call(this);
    },
    $r() {
      return idTextOf(this) ?? B.dict.prototype.$r.call(this);
    },
    tp$hash() {
      const id = idTextOf(this);
      return id === undefined ? py.raise('TypeError', "unhashable type: 'dict'") : hashOf(id.v);
    },
    tp$setattr(name, value) {
      if (!this.writable) throw new B.AttributeError(`'${name.v}' cannot be set: scripts may only read this object`);
      this.mp$ass_subscript(name, value);
    },
  },
});

/** Converts JSON to Python. Objects become records. */
py.toRecord = (value, writable) => {
  if (Array.isArray(value)) return new B.list(value.map((item) => py.toRecord(item, writable)));
  if (value === null || typeof value !== 'object') return py.toPython(value);
  const items = Object.entries(value).flatMap(([key, item]) => [new B.str(key), py.memberOf(key, item, writable)]);
  return new py.Record(items, writable);
};

/** A dict that ignores the case of its keys. Lists of keys keep the original case. */
const Headers = Sk.abstr.buildNativeClass('Headers', {
  constructor: function Headers(items) {
    B.dict.call(this, items);
  },
  base: B.dict,
  slots: {},
});
const exactly = B.dict.prototype.mp$lookup;
Headers.prototype.mp$lookup = function find(key) {
  const found = exactly.call(this, key);
  if (found !== undefined || !py.isText(key)) return found;
  const asked = key.v.toLowerCase();
  return this.$items().find(([name]) => py.isText(name) && name.v.toLowerCase() === asked)?.[1];
};

py.Headers = Headers;
/** Returns headers from pairs of name and value. */
py.headersOf = (pairs) => new Headers(pairs.flatMap(([name, value]) => [py.text(name), py.text(value)]));
const headers = (value) =>
  new Headers(Object.entries(value).flatMap(([key, item]) => [new B.str(key), py.toPython(item)]));

/** Returns a record whose headers ignore case. */
const withHeaders = (value) => {
  const record = py.toRecord(value, false);
  if (isObject(value) && isObject(value.headers)) record.mp$ass_subscript(new B.str('headers'), headers(value.headers));
  return record;
};

/** The values of one parameter: a list that also acts as the text of its first value (compatibility.md, Scripts). */
const Values = Sk.abstr.buildNativeClass('Values', {
  constructor: function Values(texts) {
    B.list.call(this, texts.map(py.text));
    this.first = this.v[0];
    // the key that skulpt's dicts use
    this.$savedKeyHash = this.first.$savedKeyHash;
  },
  base: B.list,
  slots: {
    tp$getattr(name, canSuspend) {
      return B.list.prototype.tp$getattr.call(this, name, canSuspend) ?? this.first.tp$getattr(name, canSuspend);
    },
    tp$richcompare(other, op) {
      return (py.isText(other) ? this.first : B.list.prototype).tp$richcompare.call(
        py.isText(other) ? this.first : this,
        other,
        op,
      );
    },
    tp$str() {
      return this.first;
    },
    tp$hash() {
      return this.first.tp$hash();
    },
    nb$int() {
      return Sk.misceval.callsimArray(B.int_, [this.first]);
    },
    nb$float() {
      return Sk.misceval.callsimArray(B.float_, [this.first]);
    },
    nb$add(other) {
      return py.isText(other)
        ? Sk.abstr.numberBinOp(this.first, other, 'Add')
        : B.list.prototype.sq$concat.call(this, other);
    },
    nb$reflected_add(other) {
      return py.isText(other) ? Sk.abstr.numberBinOp(other, this.first, 'Add') : B.NotImplemented.NotImplemented$;
    },
  },
});

for (const slot of ['sq$concat', 'nb$add', 'sq$contains']) {
  const plain = B.str.prototype[slot];
  B.str.prototype[slot] = function taking(other) {
    return plain.call(this, other instanceof Values ? other.first : other);
  };
}

const isValues = (value) => Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');
const withValues = (dict, value) => {
  for (const [name, item] of Object.entries(value))
    if (isValues(item)) dict.mp$ass_subscript(py.text(name), new Values(item));
  return dict;
};
const isParameters = (name) => name === 'parameters' || name === 'params';

/** `CI` creates the events of an event source: a record of a type that a plugin defines, with all its properties. */
const constructorOf = (types) =>
  py.define('CI', ['type', 'properties?'], (type, properties) => {
    const name = py.textOf(type, 'CI');
    if (!Object.hasOwn(types, name)) py.raise('TypeError', `no plugin defines a type '${name}'`);
    const made = py.toRecord({ ...types[name], type: name }, true);
    if (py.isNone(properties)) return made;
    if (!(properties instanceof B.dict)) py.raise('TypeError', 'CI() expects a type and a dict of its properties');
    for (const [key, value] of properties.$items()) {
      if (!Object.hasOwn(types[name], py.textOf(key, 'CI')))
        py.raise('AttributeError', `${name} has no property '${key.v}'`);
      made.mp$ass_subscript(key, value);
    }
    return made;
  });

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

let connections = [];
/** The configurations with an address in the inputs of the script. */
py.givenConnections = () => connections;
const isConnection = (value) => isObject(value) && typeof value.id === 'string' && typeof value.url === 'string';
/**
 * Whether an id is that of a configuration: an id from the inputs, or a path, such as the id of a configuration that
 * the script reads.
 */
py.isConfigurationId = (id) => /^(?:Configuration|Applications)\//.test(id) || connections.some((one) => one.id === id);

/** Returns all predefined names of a request's script: Python values by JavaScript key. */
py.namesOf = (request) => {
  py.packaged = request.packaged;
  connections = Object.values(request.inputs).filter(isConnection);
  const names = { ...py.releaseNames(request) };
  if (request.types !== undefined) names.CI = constructorOf(request.types);
  for (const [name, value] of Object.entries(request.inputs)) {
    const isSent = request.snapshot === null && isParameters(name) && isObject(value);
    if (request.objects.includes(name)) names[name] = withHeaders(value);
    else names[name] = name === 'headers' && isObject(value) ? headers(value) : py.toPython(value);
    if (isSent) withValues(names[name], value);
  }
  return names;
};
