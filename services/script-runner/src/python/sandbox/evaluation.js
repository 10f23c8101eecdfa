/** `locals`, `globals`, `eval` and `exec`: functions that use the names of their caller. */
const B = Sk.builtin;

const hook = '$namesAt';
const scopes = py.patternInCode(
  /var \$scope\d+=\(function [\w$]+\((?:\$posargs,\$kwargs|\$gen(?:,\$free)?|\$globals,\$locals,\$cell)\)\{(\n[\s\S]*?while\(true\)\{)?|Sk\.misceval\.loadname\('(locals|globals|eval_\$rw\$|exec__)',\$gbl\)/
    .source,
);
const asking = /loadname\('(?:locals|globals|eval_\$rw\$|exec__)',/;

/**
 * Returns JavaScript for an object of the local variables of a function. The generated header, which contains no script
 * text, lists them.
 */
const namesIn = (header) => {
  const [, locals = ''] = /\nvar ([\w$,]+); \/\* locals \*\//.exec(header) ?? [];
  const parameters = [...header.matchAll(/([\w$]+)=\$args\[\d+\]/g)].map(([, name]) => name);
  const own = [...locals.split(',').filter(Boolean), ...parameters];
  return `()=>({${['...Sk.$cells($cell)', '...$loc', ...own].join(',')}})`;
};
/** Returns the cells of a function and of the functions around it. */
Sk.$cells = (cells) => {
  const found = {};
  for (const name in cells) found[name] = cells[name];
  return found;
};

/** Passes the visible names to these four functions, if the code uses one of them. */
py.withNames = (code) => {
  if (!asking.test(code)) return code;
  let names = '()=>$loc';
  return py.changedCode(code, scopes, (found, header, asked) => {
    if (asked !== undefined) return `Sk.${hook}('${asked}',$gbl,${names})`;
    names = header === undefined ? '()=>$loc' : namesIn(header);
    return found;
  });
};

const isHidden = (key) => key === py.expressionName;
const define = (names, key, value) =>
  Object.defineProperty(names, Sk.fixReserved(key), { value, writable: true, enumerable: true, configurable: true });
const entriesOf = (names) =>
  Object.entries(names)
    .map(([key, value]) => [Sk.unfixReserved(key), value])
    .filter(([key, value]) => value !== undefined && !isHidden(key));

/** The names of a scope as a dict: writing to the dict sets a name. */
const Names = Sk.abstr.buildNativeClass('dict', {
  constructor: function Names(names) {
    B.dict.call(
      this,
      entriesOf(names).flatMap(([key, value]) => [py.text(key), value]),
    );
    this.names = names;
  },
  base: B.dict,
  slots: {},
});
for (const slot of ['mp$ass_subscript', 'set$item', 'pop$item']) {
  const plain = B.dict.prototype[slot];
  Names.prototype[slot] = function changed(key, value) {
    const done = plain.call(this, key, value);
    const isGone = slot === 'pop$item' || value === undefined;
    if (this.names && py.isText(key)) {
      if (isGone) delete this.names[Sk.fixReserved(key.v)];
      else define(this.names, key.v, value);
    }
    return done;
  };
}

/** The value of `vars()`. */
B.globals = () => new Names(Sk.globals);

const toNames = (dict) => {
  if (!(dict instanceof B.dict)) py.raise('TypeError', 'names must be a dict');
  if (dict instanceof Names) return dict.names;
  const names = {};
  for (const [key, value] of dict.$items()) if (py.isText(key)) define(names, key.v, value);
  return names;
};
/** Returns a view of `names` in which the names of `more` have priority. */
const within = (names, more) => {
  const inner = Object.create(names);
  for (const [key, value] of entriesOf(more)) define(inner, key, value);
  return inner;
};

const maxTexts = 50;
let texts = new Map();
py.resetTexts = () => {
  texts = new Map();
};
const compiled = (text, file) => {
  const key = `${file}${text}`;
  if (!texts.has(key)) {
    if (texts.size >= maxTexts) texts.clear();
    texts.set(key, py.compileText(text, file));
  }
  return texts.get(key);
};
const run = (text, file, names) => {
  const outer = Sk.globals;
  try {
    compiled(text, file)(names);
  } finally {
    Sk.globals = outer;
  }
};

const evaluate = (globals, names) => (text, givenGlobals, givenLocals) => {
  const [outer, inner] = py.isNone(givenGlobals) ? [globals, names()] : [toNames(givenGlobals), {}];
  const scope = within(outer, inner === outer ? {} : inner);
  if (!py.isNone(givenLocals)) for (const [key, value] of entriesOf(toNames(givenLocals))) define(scope, key, value);
  run(py.textOf(text, 'eval').replace(/^[ \t]+/, ''), py.expressionFile, scope);
  return scope[py.expressionName];
};

/** Copies the names that a text has set back into its dict. */
const putBack = (dict, names) => {
  for (const [key, value] of entriesOf(names)) if (key !== '__file__') dict.mp$ass_subscript(py.text(key), value);
};
const inDicts = (text, globals, locals) => {
  const outer = toNames(globals);
  const scope = locals === undefined ? outer : within(outer, toNames(locals));
  run(text, py.stringFile, scope);
  if (!(globals instanceof Names) || locals !== undefined) putBack(locals ?? globals, scope);
};
const execute =
  (globals, names) =>
  (given, ...dicts) => {
    const [text, ...more] = given instanceof B.tuple ? [...given.v, ...dicts] : [given, ...dicts];
    const [around, inner] = more.filter((one) => !py.isNone(one));
    const body = py.textOf(text, 'exec');
    if (around !== undefined) return inDicts(body, around, inner);
    if (names() !== globals) py.refuse('exec', 'within a function or a class, it requires a dict for its names');
    const file = globals.__file__;
    run(body, py.stringFile, globals);
    globals.__file__ = file;
  };

const offered = {
  locals: (_, names) => py.define('locals', [], () => new Names(names())),
  globals: (globals) => py.define('globals', [], () => new Names(globals)),
  eval_$rw$: (globals, names) => py.define('eval', ['source', 'globals?', 'locals?'], evaluate(globals, names)),
  exec__: (globals, names) => py.define('exec', ['text', 'globals?', 'locals?'], execute(globals, names)),
};
Sk[hook] = (name, globals, names) => globals[name] ?? offered[name](globals, names);
