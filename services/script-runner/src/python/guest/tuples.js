/** Parameters that are tuples, as in `def f(a, (b, c)):`: the parser gets one name for each, and is told what it holds. */
const literals = /#[^\n]*|'''[\s\S]*?'''|"""[\s\S]*?"""|'(?:\\[\s\S]|[^'\\\n])*'|"(?:\\[\s\S]|[^"\\\n])*"/g;

/** The text with comments and string literals blanked out, so that what is left is code, at the same places. */
py.codeOf = (text) => text.replace(literals, (literal) => literal.replace(/[^\n]/g, '_'));
/** The text with each of its string literals as `change` makes it, which gets the prefix and the rest. */
py.withLiterals = (text, change) =>
  text.replace(
    /([uUbBrR]{0,2})('''[\s\S]*?'''|"""[\s\S]*?"""|'(?:\\[\s\S]|[^'\\\n])*'|"(?:\\[\s\S]|[^"\\\n])*")|#[^\n]*/g,
    (whole, prefix, literal) => (literal === undefined ? whole : prefix + change(prefix, literal)),
  );
py.splice = (text, from, to, by) => text.slice(0, from) + by + text.slice(to);

/** Where the body of a lambda ends that begins at `from`: at what closes, separates or ends the line. */
const endOfBody = (code, from) => {
  let depth = 0;
  let colons = 0;
  for (let at = from; at < code.length; at += 1) {
    const unit = code[at];
    if ('([{'.includes(unit)) depth += 1;
    else if (')]}'.includes(unit) && depth-- === 0) return at;
    else if (depth > 0) continue;
    else if (unit === ',' || unit === '\n' || unit === ';') return at;
    else if (unit === ':' && colons-- === 0) return at;
    else if (/^lambda\b/.test(code.slice(at, at + 7))) colons += 1;
  }
  return code.length;
};

/** `lambda x, (a, b): body` takes one value apart: a lambda of what is in the tuple, inside one that gets the tuple. */
const withoutLambdas = (text) => {
  let done = text;
  for (let nth = 0; ; nth += 1) {
    const code = py.codeOf(done);
    const found = /(\blambda\b(?:[^:=\n]*[,(])?\s*)(\([A-Za-z_][\w\s,]*\))([^:\n]*):/.exec(code);
    if (!found) return done;
    const [whole, before, tuple, after] = found;
    if (!tuple.includes(',')) {
      done = py.splice(
        done,
        found.index + before.length,
        found.index + before.length + tuple.length,
        tuple.slice(1, -1),
      );
      continue;
    }
    const body = found.index + whole.length;
    const end = endOfBody(code, body);
    const inner = `lambda ${tuple.slice(1, -1)}: ${done.slice(body, end)}`;
    const rest = done.slice(body - after.length - 1, body);
    done = py.splice(done, found.index, end, `${before}pair__${nth}${rest} (${inner})(*pair__${nth})`);
  }
};

/** The parts of a parameter list that are tuples, as [from, to): those that begin where a parameter does. */
const tuplesFrom = (code, from) => {
  const found = [];
  let depth = 1;
  let begun = from;
  for (let at = from; at < code.length && depth > 0; at += 1) {
    if (code[at] === '(') {
      if (depth === 1 && code.slice(begun, at).trim() === '') found.push([at]);
      depth += 1;
    } else if (code[at] === ')') {
      depth -= 1;
      if (depth === 1 && found.at(-1)?.length === 1) found.at(-1).push(at + 1);
    } else if (depth === 1 && code[at] === ',') begun = at + 1;
  }
  return found.filter((place) => place.length === 2);
};

const isTuple = (text) => /^[\w\s(),]+$/.test(text) && !/\w\s+\w|[\w)]\s*\(|\)\s*\w|\(\s*[,)]|,\s*,|\b\d/.test(text);

let held = new Map();
const withoutDefinitions = (text) => {
  const code = py.codeOf(text);
  const places = [...code.matchAll(/\bdef\s+\w+\s*\(/g)].flatMap(({ index, 0: head }) =>
    tuplesFrom(code, index + head.length),
  );
  return places.reduceRight((done, [from, to]) => {
    if (!isTuple(code.slice(from, to))) return done;
    const name = `tuple__${held.size}`;
    held.set(name, done.slice(from, to));
    return py.splice(done, from, to, name + done.slice(from, to).replace(/[^\n]/g, ''));
  }, text);
};

py.withoutTuples = (text) => {
  held = new Map();
  if (!/\b(?:lambda\b|def\s)[^:]*\(/.test(text)) return text;
  return withoutDefinitions(withoutLambdas(text));
};

const { Name, Tuple, Assign, Store, Load, Expr, Str, FunctionDef } = Sk.astnodes;
/** What a text such as `(b, (c, d))` assigns to; parentheses without a comma are none. */
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

/** Lets each function begin with taking its tuples apart. */
py.unpackTuples = (module) => {
  const walk = (node) => {
    if (node === null || typeof node !== 'object') return;
    if (node instanceof FunctionDef) unpack(node);
    for (const part of Array.isArray(node) ? node : [node.body, node.orelse, node.finalbody, node.handlers]) walk(part);
  };
  if (held.size > 0) walk(module.body);
  return module;
};
