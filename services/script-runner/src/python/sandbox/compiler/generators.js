/**
 * Generators. A function with `yield` is compiled to a function that returns an inner generator, which has all its
 * parameters.
 */
const { compiler } = py;
const { emit } = Sk;
const B = Sk.builtin;
const { FunctionDef, Lambda, ClassDef, Yield, Return, Call, Name, Load, Expr, Str, Assign, arguments_ } = Sk.astnodes;

const isNode = (value) => Array.isArray(value) || value?.constructor?.prototype?._astname !== undefined;
const isOwn = (node) => !(node instanceof FunctionDef || node instanceof Lambda || node instanceof ClassDef);
/** Whether nodes contain a `yield`, without looking into nested functions. */
const yields = (nodes) =>
  nodes.some((node) => node instanceof Yield || (isOwn(node) && yields(Object.values(node).filter(isNode))));

const suffix = '__generator';
const split = (node) => {
  const { lineno: line, col_offset: column, args, body } = node;
  const all = [...args.args, args.vararg, args.kwarg].filter(Boolean);
  const name = py.text(node.name.v + suffix);
  const inner = new FunctionDef(name, new arguments_(all, null, [], [], null, []), body, [], null, null, line, column);
  const given = all.map(({ arg }) => new Name(arg, Load, line, column));
  const answer = new Return(new Call(new Name(name, Load, line, column), given, [], line, column), line, column);
  answer.makesGenerator = true;
  const isDocumented = body[0] instanceof Expr && body[0].value instanceof Str;
  node.body = [...(isDocumented ? [body[0]] : []), inner, answer];
};

/** Splits the generators of a module. */
py.splitGenerators = (module) => {
  const walk = (node) => {
    if (node === null || typeof node !== 'object') return;
    const parts = Array.isArray(node) ? node : [node.body, node.orelse, node.finalbody, node.handlers];
    for (const part of parts) walk(part);
    if (node instanceof FunctionDef && yields(node.body)) split(node);
  };
  walk(module.body);
  return module;
};

/** A generator function runs once for each value, but its parameters become cells only at the first run. */
py.onScope((unit) => {
  if (!unit.ste.generator) return;
  unit.varDeclsCode = unit.varDeclsCode.replace(',$cell={}', ',$cell=$gen.gi$cells');
  if (unit.name.v.endsWith(suffix)) unit.name = py.text(unit.name.v.slice(0, -suffix.length));
  unit.varDeclsCode = unit.varDeclsCode.replace(
    /\$cell\.([\w$]+)=\1;/g,
    (_, name) => `if($gen.gi$resumeat===0)$cell.${name}=$loc.${name};`,
  );
});

const cleansUp = (frame) => frame.exits !== undefined;
compiler.cyield = function compileYield(node) {
  const { u } = this;
  if (u.ste.blockType !== Sk.SYMTAB_CONSTS.FunctionBlock)
    throw new B.SyntaxError("'yield' outside function", this.filename, node.lineno);
  if (u.name.v === '<genexpr>')
    throw new B.SyntaxError("'yield' is not supported in a generator expression", this.filename, node.lineno);
  const value = node.value ? this.vexpr(node.value) : 'Sk.builtin.none.none$';
  const next = this.newBlock('after yield');
  if (py.framesOf(u).some(cleansUp)) emit('Sk.$suspended($gen);');
  emit('return [', next, ',', value, '];');
  this.setBlock(next);
  emit('$currLineNo = ', node.lineno, ';');
  emit('if(($ret=$gen.gi$thrown)!==undefined){$gen.gi$thrown=undefined;throw $ret;}');
  return this._gr('sent', '$gen.gi$sentvalue');
};

/** Returns the expressions of a statement, without nested statements. */
const expressionsOf = (node) => {
  const { body, orelse, finalbody, handlers, ...rest } = node;
  const parts = (handlers ?? []).flatMap(({ type, name }) => [type, name]);
  return [...Object.values(rest), ...parts].filter(isNode);
};
/** Whether an expression computes parts before a `yield` in it and uses them afterwards. */
const yieldsPartway = (node) => {
  const isPlain = (node instanceof Expr || node instanceof Assign) && node.value instanceof Yield;
  const parts = isPlain ? [node.value.value, ...(node.targets ?? [])].filter(isNode) : expressionsOf(node);
  return yields(parts);
};
const { vstmt } = compiler;
compiler.vstmt = function statement(node, ...rest) {
  const { u } = this;
  const before = u.keepsParts;
  u.keepsParts = Boolean(u.ste.generator) && isOwn(node) && yieldsPartway(node);
  if (node instanceof Return) {
    Object.assign(u, { lineno: node.lineno, linenoSet: false, localtemps: [] });
    this.annotateSource(node);
    this.creturn(node);
  } else vstmt.call(this, node, ...rest);
  u.keepsParts = before;
};

/** Whether an exception ends a generator immediately: if it has not started, or is a generator expression. */
const hasNoHandler = ({ gi$resumeat: at, func_code: code }) => at === 0 || code.co_name.v === '<genexpr>';
/**
 * Runs a generator to its next value, or throws an exception at the point where it is suspended. Returns undefined at
 * its end.
 */
const resume = (generator, sent, thrown) => {
  if (generator.gi$running) py.raise('ValueError', 'generator already executing');
  if (generator.gi$done || (thrown !== undefined && hasNoHandler(generator))) {
    generator.gi$done = true;
    if (thrown !== undefined) throw thrown;
    return undefined;
  }
  generator.gi$running = true;
  generator.gi$sentvalue = sent ?? py.none;
  generator.gi$thrown = thrown;
  let found = py.none;
  try {
    const { func_code: code, func_closure: closure } = generator;
    found = code.apply(generator.func_globals, closure ? [generator, closure] : [generator]);
  } finally {
    generator.gi$running = false;
    generator.gi$done = found === py.none;
    if (generator.gi$done) suspended.delete(generator);
  }
  if (generator.gi$done) return undefined;
  generator.gi$resumeat = found[0];
  return found[1];
};
B.generator.prototype.tp$iternext = function next(_, sent) {
  try {
    return resume(this, sent);
  } catch (thrown) {
    if (thrown instanceof B.StopIteration) return undefined;
    throw thrown;
  }
};

/** Suspended generators with a pending clean-up, in the order in which they started. */
let suspended = new Set();
Sk.$suspended = (generator) => suspended.add(generator);
py.resetGenerators = () => {
  suspended = new Set();
};

B.GeneratorExit = py.defineError('GeneratorExit', B.BaseException);
Sk.builtins.GeneratorExit = B.GeneratorExit;
py.closeGenerator = (generator) => {
  if (generator.gi$done) return;
  try {
    resume(generator, undefined, new B.GeneratorExit());
  } catch (thrown) {
    if (thrown instanceof B.GeneratorExit || thrown instanceof B.StopIteration) return;
    throw thrown;
  }
  if (!generator.gi$done) py.raise('RuntimeError', 'generator ignored GeneratorExit');
};
/**
 * Runs the clean-up of all generators that the script has not finished. Exceptions of a clean-up are dropped, as in
 * CPython.
 */
py.closeGenerators = () => {
  for (const generator of suspended) {
    try {
      py.closeGenerator(generator);
    } catch (thrown) {
      if (!(thrown instanceof B.BaseException)) throw thrown;
    }
  }
};

compiler.clambda = function compileLambda(node) {
  return this.buildcodeobj(node, py.text('<lambda>'), null, node.args, () => {
    this.u.keepsParts = Boolean(this.u.ste.generator);
    const value = this.vexpr(node.body);
    emit('return ', this.u.ste.generator ? 'Sk.builtin.none.none$' : value, ';');
  });
};

const orStop = (value) => {
  if (value === undefined) throw new B.StopIteration();
  return value;
};
const methods = {
  send: [
    ['value'],
    (generator, value) => {
      if (generator.gi$resumeat === 0 && !generator.gi$done && value !== py.none)
        py.raise('TypeError', "can't send non-None value to a just-started generator");
      return orStop(resume(generator, value));
    },
  ],
  throw: [
    ['type', 'value?', 'traceback?'],
    (generator, type, value) => orStop(resume(generator, undefined, Sk.$exception(type, value ?? py.none))),
  ],
  close: [[], py.closeGenerator],
};
for (const [name, [parameters, does]] of Object.entries(methods)) py.addMethod(B.generator, name, parameters, does);
