/**
 * The product family's classes, as data: a constructor creates the object that REST receives. An unset property is
 * `None`. Statuses and operations are strings.
 */
const B = Sk.builtin;
const root = 'com.xebialabs.xlrelease';

/**
 * Returns the name of a type. Types of the product family get the product's prefix, independent of the prefix in the
 * script.
 */
const typed = (name) => {
  const dot = name.indexOf('.');
  const isOurs = dot < 0 || ['rel', 'xlrelease'].includes(name.slice(0, dot));
  return isOurs ? `${py.typePrefix()}.${name.slice(dot + 1)}` : name;
};

const property = /^(?:get|is)?([A-Za-z]\w*)$/;
const Made = Sk.abstr.buildNativeClass('ConfigurationItem', {
  constructor: function Made(items) {
    py.Record.call(this, items, true);
  },
  base: py.Record,
  slots: {
    tp$getattr(name, canSuspend) {
      const found = py.Record.prototype.tp$getattr.call(this, name, canSuspend);
      if (found !== undefined || !property.test(name.v)) return found;
      return /^(?:get|is)[A-Z]/.test(name.v) ? py.define(name.v, [], () => undefined) : py.none;
    },
  },
});
const made = (items) =>
  new Made(Object.entries(items).flatMap(([name, value]) => (value === undefined ? [] : [py.text(name), value])));

const Type = Sk.abstr.buildNativeClass('Type', {
  constructor: function Type() {},
  base: B.str,
  slots: {
    tp$getattr(name, canSuspend) {
      return name.v === 'descriptor' ? descriptorOf(this) : B.str.prototype.tp$getattr.call(this, name, canSuspend);
    },
  },
});
const typeOf = (given) => {
  const { v, $mangled, $savedKeyHash } = py.text(py.textOf(given, 'valueOf'));
  return Object.assign(Object.create(Type.prototype), { v, $mangled, $savedKeyHash });
};
const Descriptor = py.defineClass('Descriptor', {
  getters: { type: (descriptor) => descriptor.type },
  methods: {
    getType: [[], (descriptor) => descriptor.type],
    newInstance: [['id?'], (descriptor) => made({ type: py.text(typed(descriptor.type.v)) })],
  },
});
const descriptorOf = (type) => Object.assign(new Descriptor(), { type });
const cut = (type) => type.v.lastIndexOf('.');
py.addMethod(Type, 'getDescriptor', [], descriptorOf);
py.addMethod(Type, 'getName', [], (type) => py.text(type.v.slice(cut(type) + 1)));
py.addMethod(Type, 'getPrefix', [], (type) => py.text(type.v.slice(0, Math.max(cut(type), 0))));
py.offer(Type, {
  valueOf: [['name', 'rest?'], (name, rest) => typeOf(rest === undefined ? name : py.text(`${name.v}.${rest.v}`))],
});

/** The positional parameters of constructors. Other constructors have none. */
const places = {
  Variable: ['key', 'value', 'requiresValue'],
  Comment: ['text'],
  Condition: ['title'],
  CreateRelease: ['releaseTitle', 'releaseVariables'],
  StartRelease: ['releaseTitle', 'releaseVariables'],
};
const form = (name, type) => {
  const names = places[name] ?? [];
  return py.defineType(name, {
    create: (args, named) => {
      if (args.length > names.length) py.raise('TypeError', `${name}() takes at most ${names.length} arguments`);
      const given = Object.fromEntries(args.map((value, at) => [names[at], py.isNone(value) ? undefined : value]));
      return made({ type: type === null ? undefined : py.text(typed(type)), ...given, ...named });
    },
    statics: { fromType: [['type'], (given) => made({ type: py.text(typed(py.textOf(given, 'fromType'))) })] },
  });
};

/** Returns a connection to a server for scripts of plugins, from a configuration or a dict with the same members. */
py.httpConnection = (given) => {
  const params = py.objectOf(given);
  if (!(params instanceof B.dict)) py.raise('TypeError', 'a connection is a configuration or a dict with an url');
  if (params instanceof Made) return params;
  return new Made(params.$items().flat());
};
const HttpConnection = py.defineType('HttpConnection', {
  create: ([params]) => (params === undefined ? made({}) : py.httpConnection(params)),
});

const isConstant = /^[A-Z][A-Z0-9_]*$/;
/** Any name in capital letters is a value of the enumeration. Its value is its name. */
const Enumeration = py.defineClass('Enumeration', {
  slots: {
    tp$getattr(name, canSuspend) {
      if (isConstant.test(name.v)) return py.text(name.v);
      if (name.v === 'valueOf') return py.define('valueOf', ['name'], (value) => value);
      return Sk.generic.getAttr.call(this, name, canSuspend);
    },
  },
});

const isEnumeration = /(?:Status|Op|Mode|Flag)$/;
const isClass = /^[A-Z]\w*[a-z]\w*$/;
const variableOf = (name) => (name === 'Variable' ? 'StringVariable' : null);

/** Returns the meaning of a name in a package; undefined for unknown names. */
const inDomain = (name) => {
  if (name === 'HttpConnection') return HttpConnection;
  return isEnumeration.test(name) ? new Enumeration() : form(name, name);
};
const inForms = (name) => (isEnumeration.test(name) ? new Enumeration() : form(name, variableOf(name)));
const apis = (name) => (/^[A-Z]\w*Api$/.test(name) ? py.defineClass(name, {}) : undefined);
const parts = ['', '.configuration', '.folder', '.recover', '.status', '.variables'];
const makers = new Map([
  ...parts.map((part) => [`${root}.domain${part}`, inDomain]),
  [`${root}.api.v1`, apis],
  [`${root}.api.v1.forms`, inForms],
  [`${root}.api.v1.views`, inForms],
  [`${root}.api.v1.filter`, inForms],
]);

/** Returns a class of a package that defines a class for every name. It is created once in a run. */
py.madeOf = (path, name) => (isClass.test(name) ? makers.get(path)?.(name) : undefined);

const holderPath = `${root}.api.XLReleaseServiceHolder`;
/** Access to the API objects for modules of plugins. Scripts have them as names. */
const ServiceHolder = py.defineClass('XLReleaseServiceHolder', {
  slots: {
    tp$getattr(name, canSuspend) {
      const api = /^get([A-Z]\w*Api)$/.exec(name.v)?.[1];
      const found = api === undefined ? undefined : py.apiNamed(api.charAt(0).toLowerCase() + api.slice(1));
      if (found !== undefined) return py.define(name.v, [], () => found);
      if (/^get[A-Z]/.test(name.v)) return py.refuseMember(holderPath, name.v, 'AttributeError');
      return Sk.generic.getAttr.call(this, name, canSuspend);
    },
  },
});

for (const path of makers.keys()) py.modules[path] = () => ({});
py.modules[`${root}.api`] = () => ({ XLReleaseServiceHolder: new ServiceHolder() });
py.modules['com.xebialabs.deployit.plugin.api.reflect'] = () => ({ Type });
py.modules['com.xebialabs.deployit.exception'] = () => ({ NotFoundException: py.refusals.NotFoundException });
