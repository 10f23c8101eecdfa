/** Replaces syntax of Python 2 that skulpt's parser lacks by equivalent code on the same lines. */

/** The name that the value of a script of one expression gets. */
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

/** Only unicode literals know `\u`: in others it is a backslash and a letter, as in a path of Windows. */
const withPlainBackslashes = (text) =>
  py.withLiterals(text, (prefix, literal) =>
    /[ur]/i.test(prefix)
      ? prefix + literal
      : prefix + literal.replace(/\\([\s\S])/g, (pair, unit) => (/[uU]/.test(unit) ? `\\${pair}` : pair)),
  );

const rawUnicode = /\bur['"]/i;
/** `ur'…'` is a raw text in which only `\u` is more than its signs: it is written as one that is not raw. */
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
/** Whether the text that was prepared last may have generators. */
let mayGenerate = false;

const execStatement = /(^|[:;])([ \t]*)exec\b(?=[ \t]*[\w(\\])/gm;
/** The end of a statement that begins at `from`, and the position of a word in it outside of brackets, if any. */
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

/** A script's text as skulpt's parser takes it, with the same number of lines before each statement. */
py.prepare = (text) => {
  const unified = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const known = rawUnicode.test(unified) ? withoutRawUnicode(unified) : unified;
  const called = known.includes('exec') ? withExec(known) : known;
  const repaired = called.includes('`') ? withRepr(called) : called;
  mayGenerate = /\byield\b/.test(repaired);
  return py.withoutTuples(/\\u/i.test(repaired) ? withPlainBackslashes(repaired) : repaired);
};

const future = /^[ \t]*from[ \t]+__future__[ \t]+import[ \t]+([^\n#]+)/gm;

/** The features of later Pythons that a script enables: print as a function, true division, texts without `u`. */
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
/** The compiled code of such a text: whole numbers are divided as reals, in it and nowhere else. */
py.withTrueDivision = (code) =>
  py.changedCode(code, divisions, (_, place = '', given = '') => `Sk.${divided}${place}(${given})`);
Sk[divided] = (left, right) => Sk.abstr.numberBinOp(left instanceof int_ ? left.nb$float() : left, right, 'Div');
Sk[`${divided}Inplace`] = (left, right) =>
  Sk.abstr.numberInplaceBinOp(left instanceof int_ ? left.nb$float() : left, right, 'Div');

/** A script that is one expression is given a name for its value. */
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

/** A module with unsupported syntax replaced. */
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
/** What a script compiles itself: statements, and an expression. */
py.stringFile = '<string>';
py.expressionFile = '<expression>';
py.isModuleFile = (file) => file.endsWith('.py');

/** Words and signs that a script may have: more would not fit into an isolate, or only now and then. */
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
    if (count > maxTokens) refuseToken(`a script may have ${maxTokens} words and signs`, file, token);
    if (token.type === Sk.token.tokens.T_NUMBER && token.string.length > maxDigits)
      refuseToken(`a number may have ${maxDigits} digits`, file, token);
    take(token);
  });
};

/** What functions inside of functions see of the names around them is written down for each: this often at most. */
const maxNames = 500_000;
const symboltable = Sk.symboltable;
Sk.symboltable = (...given) => {
  let left = maxNames;
  Sk.noteName = () => {
    left -= 1;
    if (left < 0) throw new Sk.builtin.SyntaxError('too many names around too many functions', py.scriptFile);
  };
  return symboltable(...given);
};
