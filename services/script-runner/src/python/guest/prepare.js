/** What Python 2 has and skulpt's parser lacks is written as what it knows, on the same lines. */

/** The name that the value of a script of one expression gets. */
py.expressionName = '__expression__';

const literals = /#[^\n]*|'''[\s\S]*?'''|"""[\s\S]*?"""|'(?:\\[\s\S]|[^'\\\n])*'|"(?:\\[\s\S]|[^"\\\n])*"/g;

/** The text with comments and string literals blanked out, so that what is left is code, at the same places. */
const codeOf = (text) => text.replace(literals, (literal) => literal.replace(/[^\n]/g, '_'));

const splice = (text, from, to, by) => text.slice(0, from) + by + text.slice(to);

/** Backticks are repr(). */
const withRepr = (text) => {
  const ticks = [...codeOf(text).matchAll(/`/g)].map((found) => found.index);
  if (ticks.length % 2 === 1) return text;
  return ticks.reduceRight((done, at, nth) => splice(done, at, at + 1, nth % 2 === 0 ? ' repr((' : ')) '), text);
};

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

/** `lambda (a, b): body` takes one value apart: a lambda of one parameter around one of many. */
const withPairs = (text) => {
  let done = text;
  for (;;) {
    const code = codeOf(done);
    const found = /\blambda\s*(\([^():]*\))\s*:/.exec(code);
    if (!found) return done;
    const body = found.index + found[0].length;
    const end = endOfBody(code, body);
    const names = found[1].slice(1, -1);
    const inner = `lambda ${names}: ${done.slice(body, end)}`;
    done = splice(done, found.index, end, `lambda pair__: (${inner})(*pair__)`);
  }
};

/** A script's text as skulpt's parser takes it, with the same number of lines before each statement. */
py.prepare = (text) => {
  const unified = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const repaired = unified.includes('`') ? withRepr(unified) : unified;
  return /\blambda\s*\(/.test(repaired) ? withPairs(repaired) : repaired;
};

const future = /^[ \t]*from[ \t]+__future__[ \t]+import[ \t]+([^\n#]+)/gm;

/** What a script asks of later Pythons: print as a function, true division, texts without `u`. */
py.futureOf = (text) => {
  const asked = [...text.matchAll(future)].flatMap(([, names]) => names.match(/\w+/g) ?? []);
  const switches = { ...Sk.python2 };
  for (const name of ['print_function', 'division']) switches[name] = asked.includes(name);
  return switches;
};

/** A script that is one expression is given a name for its value. */
const named = (module) => {
  const [only, ...others] = module.body;
  if (others.length > 0 || !(only instanceof Sk.astnodes.Expr)) return module;
  const { lineno, col_offset: column } = only;
  const target = new Sk.astnodes.Name(py.text(py.expressionName), Sk.astnodes.Store, lineno, column);
  module.body = [new Sk.astnodes.Assign([target], only.value, lineno, column)];
  return module;
};

const astFromParse = Sk.astFromParse;
Sk.astFromParse = (tree, file, flags) => {
  const module = astFromParse(tree, file, flags);
  return file === py.scriptFile ? named(module) : module;
};
py.scriptFile = 'script';
