/** Replaces syntax of Python 2 that skulpt's parser lacks by equivalent code on the same lines. */

/** The name of the variable for the value of a script that is a single expression. */
py.expressionName = '__expression__';
/** The function that replaces `exec`. */
py.execName = 'exec__';

const { codeOf, edited } = py;

/** Backticks are repr(). */
const withRepr = (text) => {
  const ticks = [...codeOf(text).matchAll(/`/g)].map((found) => found.index);
  if (ticks.length % 2 === 1) return text;
  return edited(
    text,
    ticks.map((at, nth) => [at, at + 1, nth % 2 === 0 ? ' repr((' : ')) ']),
  );
};

/**
 * In Python 2, only unicode literals support `\u`. In other strings, such as a Windows path, it is a backslash and a
 * letter.
 */
const withPlainBackslashes = (text) =>
  py.withLiterals(text, (prefix, literal) =>
    /[ur]/i.test(prefix)
      ? prefix + literal
      : prefix + literal.replace(/\\([\s\S])/g, (pair, unit) => (/[uU]/.test(unit) ? `\\${pair}` : pair)),
  );

const rawUnicode = /\bur['"]/i;
/** `ur'…'` is a raw string in which `\u` is an escape. It becomes an ordinary unicode string. */
const withoutRawUnicode = (text) =>
  py.withLiterals(text, (prefix, literal) => {
    if (!/^ur$/i.test(prefix)) return prefix + literal;
    const doubled = literal.replace(/(\\+)(u[\da-f]{4})?(['"])?/gi, (_, marks, code = '', quote = '') => {
      const isCode = code !== '' && marks.length % 2 === 1;
      const plain = '\\\\'.repeat(isCode ? marks.length - 1 : marks.length);
      const isKept = quote !== '' && code === '' && marks.length % 2 === 1;
      return plain + (isCode ? '\\' : '') + code + (isKept ? '\\' : '') + quote;
    });
    return `u${doubled}`;
  });
/** Whether the last prepared text may contain generators. */
let mayGenerate = false;

const execStatement = /(^|[:;])([ \t]*)exec\b(?=[ \t]*[\w(\\])/gm;
/**
 * Returns the end of the statement at `from`, and the position of a word outside of brackets in it, if there is one.
 */
const partsOf = (code, from, to) => {
  let depth = 0;
  let within;
  for (let at = from; at < to; at += 1) {
    const unit = code[at];
    if ('([{'.includes(unit)) depth += 1;
    else if (')]}'.includes(unit)) depth -= 1;
    else if (unit === '\\') at += 1;
    else if (depth > 0) continue;
    else if ('\n;#'.includes(unit)) return { end: at, within };
    else if (within === undefined && unit === 'i' && /^in\b/.test(code.slice(at, at + 3)) && !/\w/.test(code[at - 1]))
      within = at;
  }
  return { end: to, within };
};
/** `exec text in names` becomes a call, because the parser lacks the statement. */
const withExec = (text) => {
  const code = py.statementsOf(text);
  const begins = [...code.matchAll(execStatement)].map((found) => found.index + found[1].length + found[2].length);
  const places = begins.map((begin, nth) => {
    const from = begin + 'exec'.length;
    const { end, within } = partsOf(code, from, begins[nth + 1] ?? code.length);
    const names = within === undefined ? '' : `, ${text.slice(within + 2, end)}`;
    return [begin, end, `${py.execName}((${text.slice(from, within ?? end)})${names})`];
  });
  return edited(text, places);
};

/** Returns a script in the syntax of skulpt's parser. Each statement stays on its line. */
py.prepare = (text) => {
  const unified = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const known = rawUnicode.test(unified) ? withoutRawUnicode(unified) : unified;
  const called = known.includes('exec') ? withExec(known) : known;
  const repaired = called.includes('`') ? withRepr(called) : called;
  mayGenerate = /\byield\b/.test(repaired);
  return py.withoutTuples(/\\u/i.test(repaired) ? withPlainBackslashes(repaired) : repaired);
};

const future = /^[ \t]*from[ \t]+__future__[ \t]+import[ \t]+([^\n#]+)/gm;

/**
 * Returns the features that a script imports from `__future__`: the print function, true division, unicode literals.
 */
py.futureOf = (text) => {
  const asked = [...text.matchAll(future)].flatMap(([, names]) => names.match(/\w+/g) ?? []);
  const switches = { ...Sk.python2 };
  switches.print_function = asked.includes('print_function');
  return switches;
};

/** Whether a text enables true division. */
py.dividesTruly = (text) => [...text.matchAll(future)].some(([, names]) => /\bdivision\b/.test(names));
const { int_ } = Sk.builtin;
const divisions = py.patternInCode(/Sk\.abstr\.number(Inplace)?BinOp\(([^'"\n;]*),'Div'\)/.source);
const divided = '$divided';
/** Returns compiled code with true division. The change applies to this code only. */
py.withTrueDivision = (code) =>
  py.changedCode(code, divisions, (_, place = '', given = '') => `Sk.${divided}${place}(${given})`);
Sk[divided] = (left, right) => Sk.abstr.numberBinOp(left instanceof int_ ? left.nb$float() : left, right, 'Div');
Sk[`${divided}Inplace`] = (left, right) =>
  Sk.abstr.numberInplaceBinOp(left instanceof int_ ? left.nb$float() : left, right, 'Div');

/** Assigns the value of a script that is a single expression to a variable. */
const named = (module) => {
  const [only, ...others] = module.body;
  if (others.length > 0 || !(only instanceof Sk.astnodes.Expr)) return module;
  const { lineno, col_offset: column } = only;
  const target = new Sk.astnodes.Name(py.text(py.expressionName), Sk.astnodes.Store, lineno, column);
  module.body = [new Sk.astnodes.Assign([target], only.value, lineno, column)];
  return module;
};

const expressionIn = (module) => {
  if (module.body.length === 1 && module.body[0] instanceof Sk.astnodes.Expr) return module;
  throw new Sk.builtin.SyntaxError('invalid syntax', py.expressionFile, 1);
};

/** Replaces unsupported syntax in a module. */
const written = (module) => {
  const unpacked = py.unpackTuples(module);
  return mayGenerate ? py.splitGenerators(unpacked) : unpacked;
};

const astFromParse = Sk.astFromParse;
Sk.astFromParse = (tree, file, flags) => {
  const module = astFromParse(tree, file, flags);
  if (file === py.expressionFile) return named(expressionIn(py.unpackTuples(module)));
  if (file === py.stringFile) return written(module);
  if (file !== py.scriptFile && !py.isModuleFile(file)) return module;
  const unpacked = written(module);
  py.recordImports(unpacked);
  return file === py.scriptFile ? named(unpacked) : unpacked;
};
py.scriptFile = 'script';
/** File names of texts that a script itself compiles: statements, and expressions. */
py.stringFile = '<string>';
py.expressionFile = '<expression>';
py.isModuleFile = (file) => file.endsWith('.py');

/** The maximum number of tokens of a script: a longer script would not reliably fit into an isolate. */
const maxTokens = 50_000;
const maxDigits = 5_000;
const tokenize = Sk._tokenize;
const refuseToken = (why, file, { start }) => {
  throw new Sk.builtin.SyntaxError(why, file, start[0]);
};
Sk._tokenize = (file, readline, encoding, take) => {
  let count = 0;
  tokenize(file, readline, encoding, (token) => {
    count += 1;
    if (count > maxTokens) refuseToken(`a script can have at most ${maxTokens} tokens`, file, token);
    if (token.type === Sk.token.tokens.T_NUMBER && token.string.length > maxDigits)
      refuseToken(`a number can have at most ${maxDigits} digits`, file, token);
    take(token);
  });
};

/**
 * The maximum number of names in the symbol tables: for each function, skulpt copies the visible names of the outer
 * functions.
 */
const maxNames = 500_000;
const symboltable = Sk.symboltable;
Sk.symboltable = (...given) => {
  let left = maxNames;
  Sk.noteName = () => {
    left -= 1;
    if (left < 0) throw new Sk.builtin.SyntaxError('the nested functions use too many names', py.scriptFile);
  };
  return symboltable(...given);
};
