/**
 * Tuples as parameters, as in `def f(a, (b, c)):`. The parser gets one name for each tuple, which contains its names.
 */
/**
 * Matches string literals and comments. An unterminated literal extends to its last possible end; otherwise the search
 * would restart at each of its quotes.
 */
const string =
  /'''(?:[\s\S]*?'''|[\s\S]*)|"""(?:[\s\S]*?"""|[\s\S]*)|'(?:\\[\s\S]|[^'\\\n])*'?|"(?:\\[\s\S]|[^"\\\n])*"?/.source;
const literals = new RegExp(`#[^\\n]*|${string}`, 'g');
const prefixed = new RegExp(`([uUbBrR]{0,2})(${string})|#[^\\n]*`, 'g');

/** Returns the text with comments and string literals replaced by underscores, so that positions stay the same. */
py.codeOf = (text) => text.replace(literals, (literal) => literal.replace(/[^\n]/g, '_'));
/** Like `codeOf`, but without the line breaks inside of literals, and with the `#` of comments. */
py.statementsOf = (text) =>
  text.replace(literals, (literal) => (literal.startsWith('#') ? '#' : '_') + '_'.repeat(literal.length - 1));
/** Returns the text with each string literal changed by `change(prefix, literal)`. */
py.withLiterals = (text, change) =>
  text.replace(prefixed, (whole, prefix, literal) => (literal === undefined ? whole : change(prefix, literal)));
/** Returns the text with the replacements `[from, to, by]`, which are in order and do not overlap. */
py.edited = (text, places) => {
  if (places.length === 0) return text;
  let at = 0;
  const parts = places.flatMap(([from, to, by]) => {
    const before = text.slice(at, from);
    at = to;
    return [before, by];
  });
  return [...parts, text.slice(at)].join('');
};

const lambda = 'lambda';
const isLambda = (code, at) =>
  code[at] === 'l' && code.slice(at, at + lambda.length) === lambda && !/\w/.test(code[at - 1] ?? '');

/** Returns the end of the body of a lambda at `from`: a closing bracket, a separator, or the end of the line. */
const endOfBody = (code, from, to) => {
  let depth = 0;
  let colons = 0;
  for (let at = from; at < to; at += 1) {
    const unit = code[at];
    if ('([{'.includes(unit)) depth += 1;
    else if (')]}'.includes(unit) && depth-- === 0) return at;
    else if (depth > 0) continue;
    else if (unit === ',' || unit === '\n' || unit === ';') return at;
    else if (unit === ':' && colons-- === 0) return at;
    else if (isLambda(code, at)) colons += 1;
  }
  return to;
};

/**
 * Finds the tuples of a parameter list as [from, to), and the end of the list, at `closing`. A tuple begins where a
 * parameter begins. Null if the list does not end before `to`.
 */
const parametersFrom = (code, from, to, closing) => {
  const tuples = [];
  let depth = 0;
  let isStart = true;
  let opened = -1;
  for (let at = from; at < to; at += 1) {
    const unit = code[at];
    if (depth === 0 && unit === closing) return { tuples, end: at };
    if ('([{'.includes(unit)) {
      if (depth === 0) opened = isStart && unit === '(' ? at : -1;
      depth += 1;
    } else if (')]}'.includes(unit)) {
      depth -= 1;
      if (depth < 0) return null;
      if (depth === 0 && opened !== -1) tuples.push([opened, at + 1]);
    }
    if (depth === 0) isStart = unit === ',' || (isStart && unit.trim() === '');
  }
  return null;
};

const isTuple = (text) => /^[\w\s(),]+$/.test(text) && !/\w\s+\w|[\w)]\s*\(|\)\s*\w|\(\s*[,)]|,\s*,|\b\d/.test(text);

/** The maximum nesting of lambdas or tuples. The parser does not accept more. */
const deepest = 50;

/**
 * Replaces tuples in the parameters of a lambda: an inner lambda with the names of the tuple is called in a lambda that
 * receives the tuple.
 */
const withoutLambdas = (text) => {
  const code = py.codeOf(text);
  const starts = [...code.matchAll(/\blambda\b/g)].map(({ index }) => index);
  let next = 0;
  let count = 0;
  /** Returns the parameters with names instead of tuples, and the body that unpacks them. */
  const apart = (from, to, tuples, body, depth) => {
    const named = tuples.map(([begin, end]) => {
      const inner = parametersFrom(code, begin + 1, end, ')');
      return { begin, end, inner, name: code.slice(begin, end).includes(',') ? `pair__${count++}` : null };
    });
    const parameters = py.edited(
      text.slice(from, to),
      named.map(({ begin, end, name }) => [begin - from, end - from, name ?? text.slice(begin + 1, end - 1)]),
    );
    const whole = named.reduceRight((within, { begin, end, inner, name }) => {
      if (name === null || depth >= deepest) return within;
      const [parts, rest] = apart(begin + 1, end - 1, inner.tuples, within, depth + 1);
      return ` (lambda ${parts}: ${rest})(*${name})`;
    }, body);
    return [parameters, whole];
  };
  const rewrite = (from, to, depth) => {
    const places = [];
    while (starts[next] < to) {
      const begin = starts[next++] + lambda.length;
      const found = parametersFrom(code, begin, starts[next] ?? code.length, ':');
      const tuples = found?.tuples.filter((place) => isTuple(code.slice(...place))) ?? [];
      if (tuples.length === 0 || depth >= deepest) continue;
      const end = endOfBody(code, found.end + 1, to);
      const body = rewrite(found.end + 1, end, depth + 1);
      const [parameters, whole] = apart(begin, found.end, tuples, body, 0);
      places.push([begin - from, end - from, `${parameters}:${whole}`]);
    }
    return py.edited(text.slice(from, to), places);
  };
  return rewrite(0, text.length, 0);
};

let held = new Map();
const withoutDefinitions = (text) => {
  const code = py.codeOf(text);
  const heads = [...code.matchAll(/\bdef\s+\w+\s*\(/g)].map(({ index, 0: head }) => index + head.length);
  const places = heads.flatMap(
    (from, nth) => parametersFrom(code, from, heads[nth + 1] ?? code.length, ')')?.tuples ?? [],
  );
  return py.edited(
    text,
    places
      .filter((place) => isTuple(code.slice(...place)))
      .map(([from, to]) => {
        const name = `tuple__${held.size}`;
        const tuple = text.slice(from, to);
        held.set(name, tuple);
        return [from, to, name + tuple.replace(/[^\n]/g, '')];
      }),
  );
};

py.withoutTuples = (text) => {
  held = new Map();
  return /\b(?:lambda|def)\b/.test(text) ? withoutDefinitions(withoutLambdas(text)) : text;
};

const { Name, Tuple, Assign, Store, Load, Expr, Str, FunctionDef } = Sk.astnodes;
/** Returns the targets of a text such as `(b, (c, d))`. Parentheses without a comma are not a tuple. */
const targetOf = (text, line, column) => {
  const open = [{ items: [], isTuple: false }];
  for (const token of text.match(/[(),]|\w+/g)) {
    if (token === '(') open.push({ items: [], isTuple: false });
    else if (token === ',') open.at(-1).isTuple = true;
    else if (token !== ')') open.at(-1).items.push(new Name(py.text(token), Store, line, column));
    else {
      const { items, isTuple } = open.pop();
      open.at(-1).items.push(isTuple ? new Tuple(items, Store, line, column) : items[0]);
    }
  }
  return open[0].items[0];
};

const unpack = (node) => {
  const { lineno: line, col_offset: column } = node;
  const names = node.args.args.map((parameter) => parameter.arg.v).filter((name) => held.has(name));
  const first = node.body[0] instanceof Expr && node.body[0].value instanceof Str ? 1 : 0;
  const takenApart = names.map(
    (name) =>
      new Assign([targetOf(held.get(name), line, column)], new Name(py.text(name), Load, line, column), line, column),
  );
  node.body.splice(first, 0, ...takenApart);
};

/** Inserts the assignments that unpack tuples at the beginning of each function. */
py.unpackTuples = (module) => {
  const walk = (node) => {
    if (node === null || typeof node !== 'object') return;
    if (node instanceof FunctionDef) unpack(node);
    for (const part of Array.isArray(node) ? node : [node.body, node.orelse, node.finalbody, node.handlers]) walk(part);
  };
  if (held.size > 0) walk(module.body);
  return module;
};
